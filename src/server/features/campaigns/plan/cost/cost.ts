import type { z } from 'zod'
import type { Cost, Forecast } from '#contract/campaigns/parts.ts'
import type { RatedCategory } from '#contract/campaigns/prices.ts'
import type { App } from '#server/app.ts'
import { businessDay } from '#server/features/accounts/accounts.ts'
import { placeOf } from '#server/features/leads/leads.ts'
import { findRates } from '#server/features/templates/templates.ts'
import { findOwnList } from './own-list.ts'
import { marketOf, priceListCurrency, priceListDate, shippedLines } from './price-list.ts'
import { periodsOf, readerOf } from './rate-lines.ts'
import { spanCost } from './tiers.ts'
import { readVolumes } from './volumes.ts'

export type CostAmount = z.infer<typeof Cost>

/** What the provider calls its categories, in the words of price lists. Others are not known. */
const ratedAs: Record<string, RatedCategory> = {
  MARKETING: 'marketing',
  MARKETING_LITE: 'marketing',
  UTILITY: 'utility',
  AUTHENTICATION: 'authentication',
  AUTHENTICATION_INTERNATIONAL: 'authentication_international',
  SERVICE: 'service',
}

const ratedOf = (category: string): RatedCategory | undefined =>
  ratedAs[category.toUpperCase().replaceAll('-', '_')]

/** The prices that the owner entered for all countries at once, by our categories. */
const flatAs: { [category in RatedCategory]?: 'MARKETING' | 'TRANSACTIONAL' | 'OTP' } = {
  marketing: 'MARKETING',
  utility: 'TRANSACTIONAL',
  authentication: 'OTP',
}

/** How many messages go to addresses that begin like this: `+9198`. */
export type Prefixes = readonly { prefix: string | null; count: number }[]

/** Messages of one category on one day. */
export type Priced = { prefix: string | null; day: string; count: number }

export type Rates = {
  /** The days on which prices change, the first day with prices included; with prices of volumes each day with messages. */
  changes: readonly string[]
  /**
   * What so many messages of a category cost. A price that is not known makes no amount: its messages are counted. Where
   * prices depend on the month's volume, messages of one day share its price; `among`: those that are sent with them.
   */
  costOf: (category: string, messages: readonly Priced[], among?: readonly Priced[]) => CostAmount
}

/**
 * The prices that a business's figures are made with: the owner's own price list, else the price the owner entered for a
 * category, else the price list that comes with the product. WhatsApp tells programs what kind of price a message
 * had, never how much.
 */
/** @param ahead the messages come after those that were charged on their day, and are none of them. */
export async function ratesOf(app: App, businessId: number, ahead = false): Promise<Rates> {
  const [own, flat] = await Promise.all([findOwnList(app, businessId), findRates(app, businessId)])
  const lines = own?.lines ?? shippedLines
  const listed = readerOf(lines)
  const volumes = lines.some(({ above }) => above > 0)
    ? await readVolumes(app, businessId, ratedOf)
    : undefined
  const starts = periodsOf(lines).map(({ from }) => from)
  const first = starts[0] ?? ''
  return {
    changes: volumes
      ? [...new Set([...starts, ...volumes.days.filter((day) => day > first)])].sort()
      : starts,
    costOf: (category, messages, among = messages) => {
      const rated = ratedOf(category)
      let asked: Map<string, number> | undefined
      const word = rated && flatAs[rated]
      const rate = own || !word ? null : (flat?.[word] ?? null)
      const priceOf = ({ prefix, day }: Priced): number | null => {
        if (rate !== null) return rate
        const market = marketOf(prefix)
        const tiers = market === null || !rated ? [] : listed(market, rated, day)
        const price = tiers[0]?.price ?? null
        if (!volumes || tiers.length < 2 || market === null || !rated) return price
        const { before, thatDay } = volumes.of(market, rated, day)
        asked ??= countByMarket(among)
        const count = asked.get(`${day} ${market}`) ?? 0
        const [start, span] = ahead ? [before + thatDay, count] : [before, Math.max(thatDay, count)]
        return span <= 0 ? price : spanCost(tiers, start, span) / span
      }
      const source =
        rate !== null && flat
          ? { currency: flat.currency, price_list: null }
          : own
            ? { currency: own.currency, price_list: null }
            : { currency: priceListCurrency, price_list: priceListDate }
      return { ...sum(messages, priceOf), ...source }
    },
  }
}

/** By `day market`. */
function countByMarket(messages: readonly Priced[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { prefix, day, count } of messages) {
    const key = `${day} ${marketOf(prefix)}`
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

function sum(messages: readonly Priced[], priceOf: (one: Priced) => number | null) {
  let [amount, priced, unpriced] = [0, 0, 0]
  for (const one of messages) {
    const price = priceOf(one)
    if (price === null) unpriced += one.count
    else {
      amount += price * one.count
      priced += one.count
    }
  }
  return { amount: priced === 0 && unpriced > 0 ? null : rounded(amount), unpriced: Math.round(unpriced) }
}

/** About what a message costs each of these people, at the prices of the day of the start. */
export async function costOf(
  app: App,
  businessId: number,
  category: string,
  people: Prefixes,
  start: Date,
  free: Prefixes = [],
): Promise<CostAmount> {
  return (await forecastOf(app, businessId, category, people, start, free)).cost
}

/** The same by country. `free`: of these people, those to whom WhatsApp charges nothing at that time. */
export async function forecastOf(
  app: App,
  businessId: number,
  category: string,
  people: Prefixes,
  start: Date,
  free: Prefixes = [],
): Promise<{ cost: CostAmount; forecast: Forecast }> {
  const [rates, day] = await Promise.all([
    ratesOf(app, businessId, true),
    businessDay(app, businessId, start),
  ])
  const withDay = (some: Prefixes) => some.map((one) => ({ ...one, day }))
  const charged = [...withDay(people), ...withDay(free).map((one) => ({ ...one, count: -one.count }))]
  const byCountry = Map.groupBy(people, ({ prefix }) => countryOf(prefix))
  const lines = [...byCountry].map(([country, some]) => {
    const { amount, unpriced } = rates.costOf(
      category,
      charged.filter(({ prefix }) => countryOf(prefix) === country),
      charged,
    )
    return { country, count: countOf(some), amount, unpriced }
  })
  return {
    cost: rates.costOf(category, charged),
    forecast: { day, free: countOf(free), lines: lines.sort((a, b) => b.count - a.count) },
  }
}

const countryOf = (prefix: string | null): string | null => placeOf(prefix ?? '').country

const countOf = (people: Prefixes): number => Math.round(people.reduce((sum, { count }) => sum + count, 0))

/** To hundredths; a small amount keeps what it has. */
function rounded(amount: number): number {
  const places = amount >= 1 ? 100 : 10_000
  return Math.round(amount * places) / places
}
