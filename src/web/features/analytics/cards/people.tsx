import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { WriteAgain } from '#web/features/segments/segments.ts'
import { formatNumber } from '#web/format/number.ts'
import { formatDay } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { changeOf } from '../analytics-text.ts'
import { leadCells, optInCells } from '../people-cells.ts'
import { allFilters, Card } from './card.tsx'
import { Trend } from './trend.tsx'

const known = ['manual', 'csv', 'api', 'openstreetmap', 'inbound', 'number_changed', 'form'] as const

const sourceName = (source: string): string => {
  const found = known.find((one) => one === source)
  return found ? t(`analytics.leads.source.${found}`) : source
}

/** Where new leads came from. */
export function LeadGrowth({
  report: { leads, consent, period },
  query,
}: {
  report: Analytics
  query: AnalyticsQuery
}) {
  const total = leads.reduce((sum, { count }) => sum + count, 0)
  const before = leads.reduce((sum, one) => sum + one.before, 0)
  const most = Math.max(1, ...leads.map(({ count }) => count))
  return (
    <Card
      title={t('analytics.leads.title')}
      card="leads"
      query={query}
      ignores={allFilters}
      table={
        <DataTable
          label={t('analytics.tableOf', { card: t('analytics.leads.title') })}
          rows={leads}
          keyOf={({ source }) => source}
          empty={<p className="t2">{t('analytics.leads.none')}</p>}
          columns={[
            {
              key: 'source',
              title: t('analytics.leads.from'),
              phone: 'wide',
              cell: ({ source }) => sourceName(source),
            },
            {
              key: 'count',
              title: t('analytics.leads.people'),
              right: true,
              className: 'num',
              cell: ({ count }) => formatNumber(count),
            },
            {
              key: 'before',
              title: t('analytics.before'),
              right: true,
              className: 'num t2',
              cell: (lead) => formatNumber(lead.before),
            },
            {
              key: 'again',
              title: <span className="sr">{t('segments.again')}</span>,
              right: true,
              cell: ({ source, count }) => (
                <WriteAgain what={sourceName(source)} cells={count > 0 ? leadCells(source, period) : []} />
              ),
            },
          ]}
        />
      }
    >
      <div className="an-figure">
        <b>{formatNumber(total)}</b>
        <span className="sm t3">{changeOf(total, before)}</span>
        <Trend
          series={consent.days.map((day) => day.leads)}
          from={period.from}
          name={t('analytics.leads.title')}
        />
      </div>
      {leads.length === 0 ? <p className="t2">{t('analytics.leads.none')}</p> : null}
      <ul className="an-bars">
        {leads.map(({ source, count }) => (
          <li className="an-line" key={source}>
            <span>{sourceName(source)}</span>
            <span className="an-bar" aria-hidden="true">
              <i className="an-bar-in" style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <b className="num an-line-count">{formatNumber(count)}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** People who agreed and people who ended it. */
export function ConsentChanges({
  report: { consent, period },
  query,
}: {
  report: Analytics
  query: AnalyticsQuery
}) {
  const figures = [
    { name: 'opted_in', now: consent.opted_in, before: consent.opted_in_before },
    { name: 'opted_out', now: consent.opted_out, before: consent.opted_out_before },
  ] as const
  return (
    <Card
      title={t('analytics.consent.title')}
      card="consent"
      query={query}
      ignores={allFilters}
      table={
        <DataTable
          label={t('analytics.tableOf', { card: t('analytics.consent.title') })}
          rows={consent.days}
          keyOf={({ day }) => day}
          scrollHeight={consent.days.length > 40 ? 420 : undefined}
          columns={[
            { key: 'day', title: t('analytics.time.when'), phone: 'wide', cell: ({ day }) => formatDay(day) },
            ...(['opted_in', 'opted_out'] as const).map((name) => ({
              key: name,
              title: t(`analytics.consent.${name}`),
              right: true,
              className: 'num',
              cell: (day: Analytics['consent']['days'][number]) => formatNumber(day[name]),
            })),
            {
              key: 'again',
              title: <span className="sr">{t('segments.again')}</span>,
              right: true,
              cell: ({ day, opted_in }) => (
                <WriteAgain
                  what={t('analytics.consent.onDay', {
                    what: t('analytics.consent.opted_in'),
                    day: formatDay(day),
                  })}
                  cells={opted_in > 0 ? optInCells(period, day) : []}
                />
              ),
            },
          ]}
        />
      }
    >
      {figures.map(({ name, now, before }) => (
        <div key={name} className="mt3">
          <div className="sm t2 b">{t(`analytics.consent.${name}`)}</div>
          <div className="an-figure">
            <b>{formatNumber(now)}</b>
            <span className="sm t3">{changeOf(now, before)}</span>
            <Trend
              series={consent.days.map((day) => day[name])}
              from={period.from}
              name={t(`analytics.consent.${name}`)}
            />
          </div>
          {name === 'opted_in' && now > 0 ? (
            <WriteAgain what={t('analytics.consent.opted_in')} cells={optInCells(period)} />
          ) : null}
          {name === 'opted_out' && now > 0 ? <p className="hint">{t('analytics.consent.ended')}</p> : null}
        </div>
      ))}
    </Card>
  )
}
