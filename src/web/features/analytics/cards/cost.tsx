import { Link } from 'react-router'
import { type Analytics, type AnalyticsQuery, MessageCategory } from '#contract/analytics/analytics.ts'
import { type MessageScope, scopeOf } from '#contract/growth/segment-rules.ts'
import type { CampaignCell } from '#contract/growth/segments.ts'
import { type Column, DataTable } from '#web/components/tables/data-table.tsx'
import { NamedFigure } from '#web/components/tables/phone-value.tsx'
import { type CellsOf, FollowUpMenu } from '#web/features/segments/segments.ts'
import { countryName } from '#web/format/countries.ts'
import { formatMoney, formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { cellsOf, changeOf, type Step } from '../analytics-text.ts'
import { Card } from './card.tsx'
import { Return } from './return.tsx'

const per: readonly Step[] = ['delivered', 'read', 'clicked', 'replied', 'converted']

type Line = Analytics['cost'][number]

/** What is known of it, added up; null where nothing is. */
function known(cost: readonly Line[], what: 'amount' | 'before' | 'forecast'): number | null {
  const amounts = cost.flatMap((line) => line[what] ?? [])
  return amounts.length === 0 ? null : amounts.reduce((sum, one) => sum + one, 0)
}

const lineName = ({ category, chats }: Line): string => {
  const name = t('analytics.cost.categoryName', { category })
  return chats ? t('analytics.cost.chatsLine', { category: name }) : name
}

const money = (amount: number | null, currency: string): string =>
  amount === null ? t('analytics.cost.notKnown') : formatMoney(amount, currency)

/** What messages cost beside the forecast, and what each step cost. Several currencies are not added up. */
export function Cost({ report, query }: { report: Analytics; query: AnalyticsQuery }) {
  const { cost } = report
  const of = cellsOf(report.period, query)
  const currency = cost[0]?.currency
  const isOne = cost.every((one) => one.currency === currency)
  const [total, before, forecast] = [known(cost, 'amount'), known(cost, 'before'), known(cost, 'forecast')]
  // Chats are no messages of the funnel, and nobody buys after one.
  const spent = known(
    cost.filter(({ chats }) => !chats),
    'amount',
  )
  const hasChats = cost.some(({ chats }) => chats)
  const isNarrow = (query.campaign_id ?? query.template ?? query.tag) !== undefined
  const counts = { ...report.total, converted: report.converted }
  const unpriced = cost.reduce((sum, one) => sum + one.unpriced, 0)
  const untold = cost.reduce((sum, one) => sum + one.untold, 0)
  const figure = (key: 'charged' | 'free', name: string) => ({
    key,
    title: name,
    right: true,
    className: 'num',
    cell: (line: Line) => <NamedFigure name={name}>{formatNumber(line[key])}</NamedFigure>,
  })
  const amount = (key: 'forecast' | 'amount', name: string) => ({
    key,
    title: name,
    right: true,
    className: 'num nw',
    cell: (line: Line) => (
      <NamedFigure name={name}>
        {key === 'forecast' && line.chats ? '–' : money(line[key], line.currency)}
      </NamedFigure>
    ),
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
          <Return report={report} spent={spent} currency={currency} />
          <dl className="an-per">
            {per.map((step) => (
              <div key={step}>
                <dt>{t('analytics.cost.per', { step })}</dt>
                <dd>
                  {counts[step] > 0 && spent !== null ? formatMoney(spent / counts[step], currency) : '–'}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <DataTable
        label={t('analytics.tableOf', { card: t('analytics.cost.title') })}
        rows={cost}
        keyOf={lineName}
        empty={<p className="t2">{t('analytics.cost.none')}</p>}
        columns={[
          {
            key: 'category',
            title: t('analytics.filters.category'),
            phone: 'wide',
            cell: lineName,
          },
          amount('forecast', t('analytics.cost.forecast')),
          figure('charged', t('analytics.cost.charged')),
          ...(cost.some(({ free }) => free > 0) ? [figure('free', t('analytics.cost.free'))] : []),
          amount('amount', t('analytics.cost.actual')),
          ...againColumn(of, (line: Line) => ({
            what: lineName(line),
            scope: { category: line.chats ? undefined : MessageCategory.safeParse(line.category).data },
          })),
        ]}
      />
      {hasChats ? <p className="sm t3">{t('analytics.cost.chatsNote')}</p> : null}
      {isNarrow ? <p className="sm t3">{t('analytics.cost.noChats')}</p> : null}
      {report.cost_by_country.length > 0 ? <CountryCosts lines={report.cost_by_country} of={of} /> : null}
      {unpriced > 0 ? <p className="sm t3">{t('analytics.cost.unpriced', { count: unpriced })}</p> : null}
      {untold > 0 ? <p className="sm t3">{t('analytics.cost.untoldNote', { count: untold })}</p> : null}
      <p className="sm">
        <Link to="/prices">{t('analytics.cost.prices')}</Link>
      </p>
    </Card>
  )
}

type CountryLine = Analytics['cost_by_country'][number]

/** People whose messages a line is of, by what they did with them. */
const paid: readonly CampaignCell[] = ['not_read', 'not_clicked', 'not_answered', 'answered']

/** A line whose people a segment cannot name has no button. */
function againColumn<Row>(
  of: CellsOf | null,
  lineOf: (row: Row) => { what: string; scope: MessageScope },
): Column<Row>[] {
  if (!of) return []
  const cell = (row: Row) => {
    const { what, scope } = lineOf(row)
    const isNamed = Object.keys(scopeOf(scope)).length > 0
    return isNamed ? <FollowUpMenu of={{ ...of, ...scope }} what={what} cells={paid} /> : null
  }
  return [
    {
      key: 'again',
      title: <span className="sr">{t('segments.again')}</span>,
      right: true,
      phone: 'wide',
      cell,
    },
  ]
}

function CountryCosts({ lines, of }: { lines: readonly CountryLine[]; of: CellsOf | null }) {
  const title = t('analytics.cost.byCountry')
  return (
    <>
      <h3 className="sm b mt4">{title}</h3>
      <DataTable
        label={t('analytics.tableOf', { card: title })}
        rows={lines}
        keyOf={({ country }) => country ?? ''}
        scrollHeight={lines.length > 12 ? 420 : undefined}
        columns={[
          {
            key: 'country',
            title: t('analytics.cost.country'),
            phone: 'wide',
            cell: ({ country }) =>
              country === null ? t('analytics.cost.unknownCountry') : countryName(country),
          },
          {
            key: 'charged',
            title: t('analytics.cost.charged'),
            right: true,
            className: 'num',
            cell: ({ charged }) => (
              <NamedFigure name={t('analytics.cost.charged')}>{formatNumber(charged)}</NamedFigure>
            ),
          },
          {
            key: 'amount',
            title: t('analytics.cost.actual'),
            right: true,
            className: 'num nw',
            cell: ({ amount, currency }) => (
              <NamedFigure name={t('analytics.cost.actual')}>{money(amount, currency)}</NamedFigure>
            ),
          },
          {
            key: 'before',
            title: t('analytics.before'),
            right: true,
            className: 'num nw t2',
            cell: ({ before, currency }) => (
              <NamedFigure name={t('analytics.before')}>{money(before, currency)}</NamedFigure>
            ),
          },
          ...againColumn(of, ({ country }: CountryLine) => ({
            what: country === null ? '' : countryName(country),
            scope: { country: country ?? undefined },
          })),
        ]}
      />
    </>
  )
}
