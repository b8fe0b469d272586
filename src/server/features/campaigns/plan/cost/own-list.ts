import {
  type MarketPrice,
  type PriceList,
  type PriceTier,
  RatedCategory,
} from '#contract/campaigns/prices.ts'
import type { App } from '#server/app.ts'
import { businessDay } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { clockIn } from '#server/stored-text/clock.ts'
import { commaList } from '#server/stored-text/read-text.ts'
import {
  codesOf,
  marketIds,
  marketName,
  priceListCurrency,
  priceListDate,
  shippedLines,
} from './price-list.ts'
import {
  cutDays,
  periodsOf,
  problemsOf,
  type RateLine,
  type RateProblem,
  readerOf,
  withoutPeriod,
} from './rate-lines.ts'

export type OwnList = { currency: string; lines: readonly RateLine[] }

/** From the first day that a list can have. */
const everyDay = '2000-01-01'

/** The owner's own prices; undefined while the list that comes with the product is used. */
export async function findOwnList(app: App, businessId: number): Promise<OwnList | undefined> {
  const row = await app.db
    .selectFrom('price_lists')
    .select(['currency', 'lines'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  if (!row) return undefined
  // Prices that were stored before there were any of larger volumes have no `above`.
  const lines = row.lines as unknown as (Omit<RateLine, 'above'> & { above?: number })[]
  return { currency: row.currency, lines: lines.map((line) => ({ ...line, above: line.above ?? 0 })) }
}

/** The prices of a day that figures and estimates are made with, a line for each market. */
export async function getPriceList(app: App, businessId: number, day?: string): Promise<PriceList> {
  const own = await findOwnList(app, businessId)
  const lines = own?.lines ?? shippedLines
  const tiersOf = readerOf(lines)
  const shown = day ?? (await businessDay(app, businessId, app.now()))
  const priceFor = (market: string) => (category: RatedCategory) =>
    tiersOf(market, category, shown)[0]?.price ?? null
  return {
    shipped_from: own ? null : priceListDate,
    currency: own?.currency ?? priceListCurrency,
    day: shown,
    periods: periodsOf(lines),
    tiers: marketIds.flatMap((market) =>
      RatedCategory.options.flatMap((category) =>
        tiersOf(market, category, shown)
          .filter(({ above }) => above > 0)
          .map(({ above, price }) => ({ market, category, above, price })),
      ),
    ),
    markets: marketIds.map((market) => {
      const price = priceFor(market)
      return {
        market,
        name: marketName(market),
        codes: codesOf(market),
        marketing: price('marketing'),
        utility: price('utility'),
        authentication: price('authentication'),
        authentication_international: price('authentication_international'),
        service: price('service'),
      }
    }),
  }
}

/**
 * Enters prices from a day on; those of earlier days stay.
 * @throws AppError `rule_broken` for a list that leaves a market out, names one that there is not, or changes the currency
 *   of earlier days.
 */
export async function savePriceList(
  app: App,
  businessId: number,
  input: {
    currency: string
    from?: string | null | undefined
    markets: readonly MarketPrice[]
    tiers?: readonly PriceTier[] | undefined
  },
): Promise<PriceList> {
  const { currency, markets, from, tiers = [] } = input
  requireEachMarket(markets.map(({ market }) => market))
  const first = from ?? everyDay
  const entered: RateLine[] = markets.flatMap((one) =>
    RatedCategory.options.flatMap((category) => {
      const price = one[category] ?? null
      return price === null ? [] : [{ market: one.market, category, from: first, to: null, above: 0, price }]
    }),
  )
  for (const tier of tiers) entered.push({ ...tier, from: first, to: null })
  const other = (kept: string) => refused(t('campaigns.prices.otherCurrency', { currency: kept }), 'currency')
  await app.transaction((tx) =>
    addPrices(tx, businessId, { currency, lines: entered, first, last: null, other }),
  )
  return await getPriceList(app, businessId, from ?? undefined)
}

/** Prices for the days from `first` to `last`, in place of those that the list has for these days. */
export type AddedPrices = {
  currency: string
  lines: readonly RateLine[]
  first: string
  last: string | null
  /** Of the list's lines, those that are replaced; absent: all. */
  replaced?: (line: Pick<RateLine, 'market' | 'category' | 'above'>) => boolean
  /** What is thrown where prices of other days stay, in another currency. */
  other: (currency: string) => AppError
}

/** @throws AppError `rule_broken` for gaps and overlaps. */
export async function addPrices(tx: App, businessId: number, added: AddedPrices): Promise<void> {
  const { currency, lines, first, last, replaced, other } = added
  const own = await lockOwnList(tx, businessId)
  const kept = cutDays(linesBefore(own, currency), first, last, replaced)
  if (own && kept.length > 0 && own.currency !== currency) throw other(own.currency)
  // Categories that few lists have may end where other prices begin.
  const within = replaced ? [] : problemsOf(lines, marketIds)
  const between = problemsOf([...kept, ...lines], marketIds).filter((problem) =>
    replaced ? replaced({ above: 1, ...problem }) : 'from' in problem && problem.from < first,
  )
  await storeLines(tx, businessId, currency, [...kept, ...lines], [...within, ...between])
}

/** The shipped list goes on before the owner's first prices, unless it is in another currency: a list has one. */
export const linesBefore = (own: OwnList | undefined, currency: string): readonly RateLine[] =>
  own?.lines ?? (currency === priceListCurrency ? shippedLines : [])

/** Removes the prices of a period of the list. */
export async function removePeriod(app: App, businessId: number, from: string): Promise<PriceList> {
  await app.transaction(async (tx) => {
    const own = await lockOwnList(tx, businessId)
    const period = periodsOf(own?.lines ?? []).find((one) => one.from === from)
    if (!own || !period) throw new AppError('not_found', t('campaigns.prices.noPeriod'))
    const lines = withoutPeriod(own.lines, period.from, period.to)
    if (lines.length === 0) await dropList(tx, businessId)
    else await storeLines(tx, businessId, own.currency, lines, [])
  })
  return await getPriceList(app, businessId)
}

/** Waits for whoever else is changing the list. */
export async function lockOwnList(tx: App, businessId: number): Promise<OwnList | undefined> {
  await lockOfBusiness(tx.db, businessId, 'price list')
  return await findOwnList(tx, businessId)
}

/** Replaces all lines. @throws AppError `rule_broken` for problems. */
export async function storeLines(
  app: App,
  businessId: number,
  currency: string,
  lines: readonly RateLine[],
  problems = problemsOf(lines, marketIds),
): Promise<void> {
  if (problems.length > 0) {
    const more = problems.length - shownProblems
    const sentences = problems.slice(0, shownProblems).map(problemText)
    if (more > 0) sentences.push(t('campaigns.prices.more', { count: more }))
    throw refused(sentences.join(' '), 'csv')
  }
  const columns = { currency, lines: JSON.stringify(lines), updated_at: app.now() }
  await app.db
    .insertInto('price_lists')
    .values({ business_id: businessId, ...columns })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(columns))
    .execute()
}

const shownProblems = 3

function requireEachMarket(named: readonly string[]): void {
  const missing = marketIds.filter((market) => !named.includes(market))
  const foreign = named.filter((market) => !marketIds.includes(market))
  const twice = named.filter((market, index) => named.indexOf(market) < index)
  if (missing.length + foreign.length + twice.length === 0) return
  const which = [
    ...missing.map((market) => t('campaigns.prices.missing', { market: marketName(market) })),
    ...foreign.map((market) => t('campaigns.prices.unknown', { market })),
    ...twice.map((market) => t('campaigns.prices.twice', { market })),
  ]
  throw refused(t('campaigns.prices.eachOnce', { problems: commaList(which.slice(0, 3)) }), 'markets')
}

export const refused = (sentence: string, field: string): AppError =>
  new AppError('rule_broken', sentence, { fields: { [field]: sentence } })

function problemText(problem: RateProblem): string {
  const day = (at: string): string => clockIn('UTC').day(new Date(at))
  const about = {
    market: marketIds.includes(problem.market) ? marketName(problem.market) : problem.market,
    category:
      'above' in problem && problem.above > 0
        ? t('campaigns.prices.above', { category: problem.category, count: problem.above })
        : problem.category,
  }
  if (problem.kind === 'missing') return t('campaigns.prices.none', about)
  const { from, to } = problem
  if (problem.kind === 'order')
    return t('campaigns.prices.order', { ...about, from: day(from), to: day(to ?? from) })
  const isGap = problem.kind === 'gap'
  if (to === null) {
    const days = { ...about, from: day(from) }
    return isGap ? t('campaigns.prices.gapOpen', days) : t('campaigns.prices.overlapOpen', days)
  }
  const days = { ...about, from: day(from), to: day(to) }
  return isGap ? t('campaigns.prices.gap', days) : t('campaigns.prices.overlap', days)
}

export async function resetPriceList(app: App, businessId: number): Promise<PriceList> {
  await app.transaction(async (tx) => {
    await lockOwnList(tx, businessId)
    await dropList(tx, businessId)
  })
  return await getPriceList(app, businessId)
}

async function dropList(tx: App, businessId: number): Promise<void> {
  await tx.db.deleteFrom('price_lists').where('business_id', '=', businessId).execute()
}
