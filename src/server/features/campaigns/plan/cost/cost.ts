import type { z } from 'zod'
import type { Cost } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'
import { findRates } from '#server/features/templates/templates.ts'
import { findOwnList } from './own-list.ts'
import { type Price, priceListCurrency, priceListDate, priceOf } from './price-list.ts'

/** The provider's category in the word that the owner's price list uses, and in that of ours. */
const ratedAs: Record<string, { own: 'MARKETING' | 'TRANSACTIONAL' | 'OTP'; listed: keyof Price }> = {
  MARKETING: { own: 'MARKETING', listed: 'marketing' },
  UTILITY: { own: 'TRANSACTIONAL', listed: 'utility' },
  AUTHENTICATION: { own: 'OTP', listed: 'authentication' },
}

/** How many people have a number that begins like this: `+9198`. */
export type Prefixes = readonly { prefix: string | null; count: number }[]

/**
 * About what a message costs each of these people: by the owner's own price list, at the price the owner entered for
 * the category, else by the price list that comes with the product. WhatsApp tells programs what kind of price a message had, never how much.
 */
export async function costOf(
  app: App,
  businessId: number,
  category: string,
  people: Prefixes,
): Promise<z.infer<typeof Cost> | null> {
  const { own, listed } = ratedAs[category] ?? ratedAs.MARKETING!
  const byMarket = (prices?: Readonly<Record<string, Price>>) =>
    rounded(people.reduce((sum, one) => sum + one.count * priceOf(one.prefix ?? '', prices)[listed], 0))
  const list = await findOwnList(app, businessId)
  if (list) return { amount: byMarket(list.prices), currency: list.currency, price_list: null }
  const rates = await findRates(app, businessId)
  const rate = rates?.[own] ?? null
  const count = people.reduce((sum, one) => sum + one.count, 0)
  if (rates && rate !== null) {
    return { amount: rounded(count * rate), currency: rates.currency, price_list: null }
  }
  return { amount: byMarket(), currency: priceListCurrency, price_list: priceListDate }
}

/** A part of an estimate: of the people who were reached so far, for instance. */
export function shareOf(cost: z.infer<typeof Cost>, part: number, whole: number): z.infer<typeof Cost> {
  return { ...cost, amount: whole > 0 ? rounded((cost.amount * part) / whole) : 0 }
}

/** To hundredths; a small amount keeps what it has. */
function rounded(amount: number): number {
  const places = amount >= 1 ? 100 : 10_000
  return Math.round(amount * places) / places
}
