import { Link } from 'react-router'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import { DataTable } from '#web/components/tables/data-table.tsx'
import { formatMoney, formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { changeOf, type Step } from '../analytics-text.ts'
import { Card } from './card.tsx'
import { Named } from './phone-label.tsx'

const per: readonly Step[] = ['delivered', 'read', 'clicked', 'converted']

type Line = Analytics['cost'][number]

/** What is known of it, added up; null where nothing is. */
function known(cost: readonly Line[], what: 'amount' | 'before' | 'forecast'): number | null {
  const amounts = cost.flatMap((line) => line[what] ?? [])
  return amounts.length === 0 ? null : amounts.reduce((sum, one) => sum + one, 0)
}

const money = (amount: number | null, currency: string): string =>
  amount === null ? t('analytics.cost.notKnown') : formatMoney(amount, currency)

/** What messages cost beside the forecast, and what each step cost. Several currencies are not added up. */
export function Cost({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const { cost } = report
  const currency = cost[0]?.currency
  const isOne = cost.every((one) => one.currency === currency)
  const [total, before, forecast] = [known(cost, 'amount'), known(cost, 'before'), known(cost, 'forecast')]
  const counts = { ...report.total, converted: report.converted }
  const unpriced = cost.reduce((sum, one) => sum + one.unpriced, 0)
  const untold = cost.reduce((sum, one) => sum + one.untold, 0)
  const figure = (key: 'charged' | 'free', name: string) => ({
    key,
    title: name,
    right: true,
    className: 'num',
    cell: (line: Line) => <Named name={name}>{formatNumber(line[key])}</Named>,
  })
  const amount = (key: 'forecast' | 'amount', name: string) => ({
    key,
    title: name,
    right: true,
    className: 'num nw',
    cell: (line: Line) => <Named name={name}>{money(line[key], line.currency)}</Named>,
  })
  return (
    <Card title={t('analytics.cost.title')} card="cost" query={query} note={t('analytics.cost.note')}>
      {currency && isOne ? (
        <>
          <div className="an-figure">
            <b>
              {total === null ? t('analytics.cost.notKnown') : formatMoney(total, currency, { about: true })}
            </b>
            {total !== null && before !== null ? (
              <span className="sm t3">{changeOf(total, before)}</span>
            ) : null}
            {forecast !== null ? (
              <span className="sm t2">
                {t('analytics.cost.forecastTotal', { amount: formatMoney(forecast, currency) })}
              </span>
            ) : null}
          </div>
          <dl className="an-per">
            {per.map((step) => (
              <div key={step}>
                <dt>{t('analytics.cost.per', { step })}</dt>
                <dd>
                  {counts[step] > 0 && total !== null ? formatMoney(total / counts[step], currency) : '–'}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <DataTable
        label={t('analytics.tableOf', { card: t('analytics.cost.title') })}
        rows={cost}
        keyOf={({ category }) => category}
        empty={<p className="t2">{t('analytics.cost.none')}</p>}
        columns={[
          {
            key: 'category',
            title: t('analytics.filters.category'),
            phone: 'wide',
            cell: ({ category }) => t('analytics.cost.categoryName', { category }),
          },
          amount('forecast', t('analytics.cost.forecast')),
          figure('charged', t('analytics.cost.charged')),
          ...(cost.some(({ free }) => free > 0) ? [figure('free', t('analytics.cost.free'))] : []),
          amount('amount', t('analytics.cost.actual')),
        ]}
      />
      {unpriced > 0 ? <p className="sm t3">{t('analytics.cost.unpriced', { count: unpriced })}</p> : null}
      {untold > 0 ? <p className="sm t3">{t('analytics.cost.untoldNote', { count: untold })}</p> : null}
      <p className="sm">
        <Link to="/prices">{t('analytics.cost.prices')}</Link>
      </p>
    </Card>
  )
}
