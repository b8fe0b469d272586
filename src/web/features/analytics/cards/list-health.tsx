import { useNavigate } from 'react-router'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { useRetarget } from '#web/features/segments/segments.ts'
import { formatNumber, formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { allFilters, Card } from './card.tsx'

const states = ['writable', 'undeliverable', 'undeliverable_long'] as const

/** How many of the leads can be written to, and how many WhatsApp does not deliver to. */
export function ListHealth({ report: { list }, query }: { report: Analytics; query: AnalyticsQuery }) {
  const navigate = useNavigate()
  const retarget = useRetarget()
  const see = () =>
    retarget.mutate(
      { body: { campaign_id: null, cell: 'undeliverable' } },
      { onSuccess: ({ segment }) => void navigate(`/segments/${segment.id}`) },
    )
  const name = (state: (typeof states)[number]) => t(`analytics.list.${state}`)
  return (
    <Card
      title={t('analytics.list.title')}
      card="list"
      query={query}
      ignores={allFilters}
      table={
        <DataTable
          label={t('analytics.tableOf', { card: t('analytics.list.title') })}
          rows={states}
          keyOf={(state) => state}
          columns={[
            { key: 'state', title: t('analytics.list.state'), phone: 'wide', cell: name },
            {
              key: 'people',
              title: t('analytics.list.people'),
              right: true,
              className: 'num',
              cell: (state) => formatNumber(list[state]),
            },
          ]}
        />
      }
    >
      <div className="an-figure">
        <b>{t('analytics.list.leads', { count: list.leads })}</b>
      </div>
      {list.leads === 0 ? <p className="t2">{t('analytics.list.none')}</p> : null}
      <ul className="an-bars an-list">
        {states.map((state) => (
          <li className="an-line" key={state}>
            <span>{name(state)}</span>
            <span className="an-bar" aria-hidden="true">
              <i
                className="an-bar-in"
                style={{ width: `${(list[state] / Math.max(1, list.leads)) * 100}%` }}
              />
            </span>
            <b className="num an-line-count">
              {formatNumber(list[state])}{' '}
              <span className="sm t3">{formatPercent(list[state], list.leads)}</span>
            </b>
          </li>
        ))}
      </ul>
      {list.undeliverable_long > 0 ? (
        <>
          <p className="sm t2 mt2">{t('analytics.list.hint')}</p>
          <Button size="small" busy={retarget.isPending && t('segments.opening')} onClick={see}>
            {t('analytics.list.see')}
          </Button>
        </>
      ) : null}
    </Card>
  )
}
