import { sql } from 'kysely'
import type { Analytics, AnalyticsQuery, CampaignCost } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import {
  findSummary,
  type KeptForecast,
  type Priced,
  plannedFor,
  type Rates,
  ratesOf,
} from '#server/features/campaigns/campaigns.ts'
import { placeOf, prefixOf } from '#server/features/leads/leads.ts'
import { notFound } from '#server/platform/errors.ts'
import { readChats } from './chats.ts'
import { type Billed, ofPeriod, readBilled } from './figures.ts'
import type { Period } from './period.ts'

type CostCards = {
  cost: Analytics['cost']
  cost_by_country: Analytics['cost_by_country']
  /** By `template category`. */
  costOfTemplate: Map<string, Analytics['templates'][number]['cost']>
}

/** What a period's messages cost: the provider tells which it charges for, and not how much. */
export async function readCost(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  period: Period,
): Promise<CostCards> {
  const rates = await ratesOf(app, businessId)
  const [billed, chats] = await Promise.all([
    readBilled(app, businessId, rates.changes, {
      where: ofPeriod(filter, period),
      from: period.from,
      filter,
    }),
    readChats(app, businessId, filter, period),
  ])
  const costOf = (rows: readonly Billed[]) => costOfAll(rates, rows)
  const byTemplate = Map.groupBy(
    billed.filter(({ now }) => now),
    ({ template_name, category }) => `${template_name} ${category}`,
  )
  return {
    cost: [
      ...byCategory(rates, billed).map((line) => ({ ...line, chats: false })),
      // Nobody plans chats: there is no forecast of them.
      ...byCategory(rates, chats).map((line) => ({ ...line, chats: true, forecast: null })),
    ],
    cost_by_country: [...Map.groupBy([...billed, ...chats], ({ country }) => country)]
      .map(([country, all]) => {
        const [now, before] = [all.filter((one) => one.now), all.filter((one) => !one.now)]
        const cost = costOf(now)
        return {
          country,
          charged: sumOf(now, 'charged'),
          free: sumOf(now, 'free'),
          amount: cost.amount,
          before: costOf(before).amount,
          currency: cost.currency,
        }
      })
      .filter((one) => one.charged + one.free > 0)
      .sort((a, b) => (b.amount ?? 0) - (a.amount ?? 0) || b.charged - a.charged),
    costOfTemplate: new Map(
      [...byTemplate].map(([key, rows]) => {
        const { amount, currency } = costOf(rows)
        const isTold = sumOf(rows, 'charged') + sumOf(rows, 'free') > 0
        return [key, amount === null || !isTold ? null : { amount, currency }] as const
      }),
    ),
  }
}

/** Of all categories together; null where no price is known, or their prices have several currencies. */
function costOfAll(rates: Rates, rows: readonly Billed[]): { amount: number | null; currency: string } {
  const costs = [...Map.groupBy(rows, ({ category }) => category)].map(([category, some]) =>
    rates.costOf(category, priced(some, 'charged')),
  )
  const currency = costs[0]?.currency ?? rates.costOf('MARKETING', []).currency
  const known = costs.flatMap(({ amount }) => amount ?? [])
  const isOne = costs.every((one) => one.currency === currency)
  return {
    amount: isOne && (known.length > 0 || costs.length === 0) ? added(known) : null,
    currency,
  }
}

const added = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((sum, one) => sum + one, 0) * 10_000) / 10_000

function byCategory(rates: Rates, billed: readonly Billed[]): Omit<Analytics['cost'][number], 'chats'>[] {
  const found = [...Map.groupBy(billed, ({ category }) => category)].map(([category, all]) => {
    const now = all.filter((one) => one.now)
    const before = all.filter((one) => !one.now)
    const cost = rates.costOf(category, priced(now, 'charged'))
    return {
      category,
      forecast: rates.costOf(category, priced(now, 'wanted')).amount,
      charged: sumOf(now, 'charged'),
      free: sumOf(now, 'free'),
      untold: sumOf(now, 'delivered') - sumOf(now, 'charged') - sumOf(now, 'free'),
      unpriced: cost.unpriced,
      amount: cost.amount,
      before: rates.costOf(category, priced(before, 'charged')).amount,
      charged_before: sumOf(before, 'charged'),
      currency: cost.currency,
    }
  })
  return found
    .filter((one) => one.charged + one.free + one.untold + one.charged_before > 0)
    .map(({ charged_before: _, ...one }) => one)
    .sort((a, b) => b.charged - a.charged || (a.category < b.category ? -1 : 1))
}

const sumOf = (rows: readonly Billed[], what: 'charged' | 'free' | 'delivered' | 'wanted'): number =>
  rows.reduce((sum, row) => sum + row[what], 0)

const priced = (rows: readonly Billed[], what: 'charged' | 'wanted'): Priced[] =>
  rows
    .filter((row) => row[what] > 0)
    .map((row) => ({
      prefix: row.country === null ? null : prefixOf(row.country),
      day: row.day,
      count: row[what],
    }))

/**
 * A campaign's forecast beside what was charged, by country and category. The forecast is of the people who were
 * planned, as it was at the start; of campaigns that started before it was kept, with the prices of today's list.
 */
export async function getCampaignCost(
  app: App,
  businessId: number,
  campaignId: number,
): Promise<CampaignCost> {
  if (!(await findSummary(app, businessId, campaignId))) throw notFound('campaign')
  const rates = await ratesOf(app, businessId)
  const [planned, billed] = await Promise.all([
    plannedFor(app, businessId, campaignId),
    readBilled(app, businessId, rates.changes, { where: sql`campaign_id = ${campaignId}` }),
  ])
  const lines = linesOf(rates, planned, billed)
  const currency = lines[0]?.currency
  const isOne = currency !== undefined && lines.every((line) => line.currency === currency)
  return {
    day: planned?.day ?? null,
    lines,
    total: isOne ? totalOf(lines, currency) : null,
  }
}

type Line = CampaignCost['lines'][number]

function linesOf(
  rates: Rates,
  planned: Awaited<ReturnType<typeof plannedFor>>,
  billed: readonly Billed[],
): Line[] {
  const keyOf = (country: string | null, category: string) => `${country ?? ''} ${category}`
  const plannedBy = Map.groupBy(planned?.prefixes ?? [], ({ prefix }) =>
    keyOf(placeOf(prefix ?? '').country, planned?.category ?? ''),
  )
  const freeBy = Map.groupBy(planned?.free ?? [], ({ prefix }) =>
    keyOf(placeOf(prefix ?? '').country, planned?.category ?? ''),
  )
  const billedBy = Map.groupBy(billed, ({ country, category }) => keyOf(country, category))
  const lines = [...new Set([...plannedBy.keys(), ...billedBy.keys()])].map((key): Line => {
    const [country, category] = key.split(' ') as [string, string]
    const plans = plannedBy.get(key) ?? []
    const bills = billedBy.get(key) ?? []
    const day = planned?.day ?? ''
    const kept = planned?.forecast
    const free = (freeBy.get(key) ?? []).map((one) => ({ ...one, day, count: -one.count }))
    const today = () => rates.costOf(category, [...plans.map((one) => ({ ...one, day })), ...free]).amount
    const actual = rates.costOf(category, priced(bills, 'charged'))
    const told = sumOf(bills, 'charged') + sumOf(bills, 'free')
    return {
      country: country || null,
      category,
      planned: plans.reduce((sum, { count }) => sum + count, 0),
      forecast: plans.length === 0 ? 0 : kept ? keptAmount(kept, country, actual.currency) : today(),
      charged: sumOf(bills, 'charged'),
      free: sumOf(bills, 'free'),
      untold: sumOf(bills, 'delivered') - told,
      // While nothing is told of messages that arrived, nothing is known of what they cost.
      actual: told === 0 && sumOf(bills, 'delivered') > 0 ? null : actual.amount,
      currency: actual.currency,
    }
  })
  return lines.sort((a, b) => b.planned - a.planned || b.charged - a.charged)
}

/** What was forecast at the start for a country; null where the list has another currency since. */
const keptAmount = ({ cost, lines }: KeptForecast, country: string, currency: string): number | null =>
  cost.currency === currency ? (lines.find((line) => (line.country ?? '') === country)?.amount ?? null) : null

/** Of what is known; null where nothing is. */
function totalOf(lines: readonly Line[], currency: string): NonNullable<CampaignCost['total']> {
  const of = (what: 'planned' | 'charged' | 'free' | 'untold') =>
    lines.reduce((sum, line) => sum + line[what], 0)
  const money = (what: 'forecast' | 'actual') => {
    const known = lines.flatMap((line) => line[what] ?? [])
    return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) * 10_000) / 10_000
  }
  return {
    planned: of('planned'),
    forecast: money('forecast'),
    charged: of('charged'),
    free: of('free'),
    untold: of('untold'),
    actual: money('actual'),
    currency,
  }
}
