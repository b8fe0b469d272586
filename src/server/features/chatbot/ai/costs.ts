import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** What the owner said of prices, for a million tokens, and of limits, as it is stored. */
export type StoredCosts = {
  ai_price_in: Money
  ai_price_out: Money
  ai_currency: string | null
  ai_cost_day: Money
  ai_cost_month: Money
}
type Money = string | number | null

export type Tokens = { input: number; output: number }
/** What a service counted of an answer; null where it says nothing of it. */
export type Usage = { input: number | null; output: number | null; total: number | null }
export type Counted = Tokens & { estimated: boolean }

/** The longest answer that is asked for. */
export const mostTokens = 500
/** A token has four letters in English and about three bytes elsewhere: never counted too few. */
const bytesOfToken = 3
/** What a service adds around the two messages. */
const tokensAround = 20

const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / bytesOfToken)

/** What a question takes at most, before it is asked. */
export const mostOf = (asked: string): Tokens => ({
  input: tokensIn(asked) + tokensAround,
  output: mostTokens,
})

/** What an answer took: as the service counted it, else by the length of the texts. */
export function tokensOf(asked: string, answer: string, { input, output, total }: Usage): Counted {
  if (input !== null && output !== null) return { input, output, estimated: false }
  const written = Math.min(tokensIn(answer), total ?? Number.POSITIVE_INFINITY)
  return {
    input: input ?? (total === null ? mostOf(asked).input : Math.max(0, total - (output ?? written))),
    output: output ?? (total !== null && input !== null ? Math.max(0, total - input) : written),
    estimated: true,
  }
}

export type Prices = { in: number; out: number; currency: string }

/** Undefined while the owner has set none. */
export function pricesOf(settings: StoredCosts | undefined): Prices | undefined {
  const { ai_price_in, ai_price_out, ai_currency: currency } = settings ?? {}
  if (ai_price_in == null || ai_price_out == null || currency == null) return undefined
  return { in: Number(ai_price_in), out: Number(ai_price_out), currency }
}

export const costOf = ({ input, output }: Tokens, prices: Prices): number =>
  (input * prices.in + output * prices.out) / 1_000_000

/** Whether the limits of the day and the month leave so much. */
export async function canSpend(
  app: App,
  businessId: number,
  cost: number,
  { ai_cost_day: day, ai_cost_month: month, ai_currency: currency }: StoredCosts,
): Promise<boolean> {
  if ((day === null && month === null) || currency === null) return true
  const spent = await spentBy(app, businessId, currency)
  const isWithin = (limit: Money, already: number) => limit === null || already + cost <= Number(limit)
  return isWithin(day, spent.today) && isWithin(month, spent.month)
}

/** @returns what was set aside, to be settled when the answer is there. */
export async function setAside(
  tx: App,
  businessId: number,
  cost: number,
  { currency }: Prices,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('bot_ai_costs')
    .values({ business_id: businessId, cost, currency, at: tx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(id)
}

/** Puts what the answer took in the place of what was set aside. What stays set aside counts as spent. */
export async function settleCost(
  app: App,
  businessId: number,
  id: number,
  { cost, estimated }: { cost: number; estimated: boolean },
): Promise<void> {
  await app.db
    .updateTable('bot_ai_costs')
    .set({ cost, estimated })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
}

export type Spent = { today: number; month: number; estimated: boolean }

/** Since midnight and since the first of the month, by the clock of the business: the sum of the rows. */
export async function spentBy(app: App, businessId: number, currency: string): Promise<Spent> {
  const since = (unit: 'day' | 'month') =>
    sql`date_trunc(${sql.lit(unit)}, ${app.now()}::timestamptz at time zone b.timezone) at time zone b.timezone`
  const { rows } = await sql<Spent>`
    select coalesce(sum(c.cost) filter (where c.at >= ${since('day')}), 0)::float8 as today,
      coalesce(sum(c.cost), 0)::float8 as month, coalesce(bool_or(c.estimated and c.cost > 0), false) as estimated
    from businesses b left join bot_ai_costs c on c.business_id = b.id and c.currency = ${currency}
      and c.at >= ${since('month')}
    where b.id = ${businessId}`.execute(app.db)
  return rows[0] ?? { today: 0, month: 0, estimated: false }
}
