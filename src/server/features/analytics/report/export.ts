import {
  type Analytics,
  AnalyticsCard,
  type AnalyticsQuery,
  type Counts,
  type Money,
} from '#contract/analytics/analytics.ts'
import { currencyDigits } from '#contract/text/formats.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import type { CsvCell } from '#server/platform/csv.ts'
import type { ExportRows } from '#server/platform/http/send-export.ts'
import { noCounts } from './figures.ts'
import { getAnalytics } from './report.ts'

type Table = { columns: string[]; rows: CsvCell[][] }

/** One card as a table, or all of them below each other, each with its name and its own columns. */
export async function exportCards(
  app: App,
  businessId: number,
  { card, ...query }: AnalyticsQuery & { card?: AnalyticsCard | undefined },
): Promise<ExportRows> {
  const report = await getAnalytics(app, businessId, query)
  const { columns, rows } = card ? tables[card](report) : allTables(report)
  return {
    columns,
    rows: (async function* () {
      yield* rows
    })(),
  }
}

function allTables(report: Analytics): Table {
  const { from, to, timezone } = report.period
  const rows = AnalyticsCard.options.flatMap((card): CsvCell[][] => {
    const table = tables[card](report)
    return [[], [t(`analytics.export.cards.${card}`)], table.columns, ...table.rows]
  })
  return { columns: [t('analytics.export.page'), from, to, timezone], rows }
}

const names = Object.keys(noCounts) as (keyof Counts)[]
const countColumns = () => names.map((name) => t(`analytics.export.${name}`))
const cells = (counts: Counts): CsvCell[] => names.map((name) => counts[name])

/** A row for each currency, so that amounts stand in columns of their own. */
const withMoney = (cells: CsvCell[], money: readonly Money[]): CsvCell[][] =>
  money.length === 0
    ? [[...cells, '', '']]
    : money.map(({ currency, amount }, nr) => [
        ...(nr === 0 ? cells : cells.map((cell) => (typeof cell === 'number' ? '' : cell))),
        currency,
        amount / 10 ** currencyDigits(currency),
      ])

const tables: Record<AnalyticsCard, (report: Analytics) => Table> = {
  funnel: ({ total, before, converted, converted_before, period }) => ({
    columns: [
      t('analytics.export.from'),
      t('analytics.export.to'),
      ...countColumns(),
      t('analytics.export.conversions'),
    ],
    rows: [
      [period.from, period.to, ...cells(total), converted],
      [period.before_from, period.before_to, ...cells(before), converted_before],
    ],
  }),
  time: ({ steps }) => ({
    columns: [t('analytics.export.time'), ...countColumns()],
    rows: steps.map(({ at, ...counts }) => [at, ...cells(counts)]),
  }),
  hours: ({ hours }) => ({
    columns: [
      t('analytics.export.weekday'),
      t('analytics.export.hour'),
      t('analytics.export.delivered'),
      t('analytics.export.read'),
    ],
    rows: hours.map(({ weekday, hour, delivered, read }) => [weekday, hour, delivered, read]),
  }),
  templates: ({ templates }) => ({
    columns: [
      t('analytics.export.template'),
      t('analytics.export.category'),
      ...countColumns(),
      t('analytics.export.amount'),
      t('analytics.export.currency'),
    ],
    rows: templates.map(({ template, category, cost, ...counts }) => [
      template,
      category,
      ...cells(counts),
      cost?.amount ?? null,
      cost?.currency ?? null,
    ]),
  }),
  failures: ({ failures }) => ({
    columns: [
      t('analytics.export.code'),
      t('analytics.export.cause'),
      t('analytics.export.advice'),
      t('analytics.export.count'),
      t('analytics.export.before'),
    ],
    rows: failures.map(({ code, explanation, advice, count, before }) => [
      code,
      explanation,
      advice,
      count,
      before,
    ]),
  }),
  leads: ({ leads }) => ({
    columns: [t('analytics.export.source'), t('analytics.export.count'), t('analytics.export.before')],
    rows: leads.map(({ source, count, before }) => [source, count, before]),
  }),
  conversions: ({ conversions }) => ({
    columns: [
      t('analytics.export.touch'),
      t('analytics.export.name'),
      t('analytics.export.conversions'),
      t('analytics.export.conversionsByRead'),
      t('analytics.export.currency'),
      t('analytics.export.amount'),
      t('analytics.export.amountByRead'),
    ],
    rows: conversions.by.flatMap(({ touch, name, id, count, money, by_read }) => {
      const currencies = new Set([...money, ...by_read.money].map(({ currency }) => currency))
      const amountOf = (list: readonly Money[], code: string) =>
        (list.find(({ currency }) => currency === code)?.amount ?? 0) / 10 ** currencyDigits(code)
      const first = [touch ?? '', name ?? id ?? '', count, by_read.count]
      const rest = [touch ?? '', name ?? id ?? '', '', '']
      if (currencies.size === 0) return [[...first, '', '', '']]
      return [...currencies].map((code, nr) => [
        ...(nr === 0 ? first : rest),
        code,
        amountOf(money, code),
        amountOf(by_read.money, code),
      ])
    }),
  }),
  cost: ({ cost, cost_by_country }) => ({
    columns: [
      t('analytics.export.category'),
      t('analytics.export.country'),
      t('analytics.export.forecast'),
      t('analytics.export.charged'),
      t('analytics.export.free'),
      t('analytics.export.untold'),
      t('analytics.export.amount'),
      t('analytics.export.before'),
      t('analytics.export.currency'),
    ],
    // By category, then the same messages by country.
    rows: [
      ...cost.map(({ category, chats, forecast, charged, free, untold, amount, before, currency }) => [
        chats ? t('analytics.export.chats', { category }) : category,
        null,
        forecast,
        charged,
        free,
        untold,
        amount,
        before,
        currency,
      ]),
      ...cost_by_country.map(({ country, charged, free, amount, before, currency }) => [
        null,
        country,
        null,
        charged,
        free,
        null,
        amount,
        before,
        currency,
      ]),
    ],
  }),
  ads: ({ ads }) => ({
    columns: [
      t('analytics.export.ad'),
      t('analytics.export.headline'),
      t('analytics.export.conversations'),
      t('analytics.export.leads'),
      t('analytics.export.opted_in'),
      t('analytics.export.conversions'),
      t('analytics.export.currency'),
      t('analytics.export.amount'),
    ],
    rows: ads.flatMap((ad) =>
      withMoney([ad.ad_id, ad.headline, ad.conversations, ad.leads, ad.opted_in, ad.conversions], ad.money),
    ),
  }),
  tests: ({ tests }) => ({
    columns: [
      t('analytics.export.campaign'),
      t('analytics.export.version'),
      t('analytics.export.template'),
      ...countColumns(),
      t('analytics.export.conversions'),
    ],
    rows: tests.flatMap(({ name, versions }) =>
      versions.map(({ variant, template, converted, ...counts }) => [
        name,
        String.fromCharCode(64 + variant),
        template,
        ...cells(counts),
        converted,
      ]),
    ),
  }),
  numbers: ({ numbers }) => ({
    columns: [
      t('analytics.export.number'),
      t('analytics.export.day'),
      t('analytics.export.quality'),
      t('analytics.export.limit'),
      t('analytics.export.throughput'),
      t('analytics.export.sent'),
      t('analytics.export.busiestHour'),
    ],
    rows: numbers.flatMap(({ name, days }) =>
      days.map((day) => [
        name,
        day.day,
        day.quality_rating,
        day.messaging_limit,
        day.throughput_per_second,
        day.sent,
        day.busiest_hour,
      ]),
    ),
  }),
  list: ({ list }) => ({
    columns: [
      t('analytics.export.allLeads'),
      t('analytics.export.writable'),
      t('analytics.export.undeliverable'),
      t('analytics.export.undeliverableLong'),
    ],
    rows: [[list.leads, list.writable, list.undeliverable, list.undeliverable_long]],
  }),
  consent: ({ consent }) => ({
    columns: [
      t('analytics.export.day'),
      t('analytics.export.leads'),
      t('analytics.export.opted_in'),
      t('analytics.export.opted_out'),
    ],
    rows: consent.days.map(({ day, leads, opted_in, opted_out }) => [day, leads, opted_in, opted_out]),
  }),
}
