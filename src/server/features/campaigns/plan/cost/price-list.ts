import { currentLocale } from '#contract/messages/language.ts'
import type { en } from '#server/messages/en/index.ts'
import { t } from '#server/messages/t.ts'
import { PriceList } from './data.schema.ts'
import data from './price-list.json' with { type: 'json' }

const list = PriceList.parse(data)
const { markets } = list

/** The day from which these prices held. */
export const priceListDate = list.date
export const priceListCurrency = list.currency

/** US dollars for one delivered template message. */
export type Price = { marketing: number; utility: number; authentication: number }

const ofEach = <T>(value: (market: PriceList['markets'][string]) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(markets).map(([id, market]) => [id, value(market)]))

export const marketIds = Object.keys(markets)

/** A market's name: a country in the reader's language, else a region of Meta's price list. */
export function marketName(id: string): string {
  const country = markets[id]?.country
  if (country) {
    const name = new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'none' }).of(country)
    if (name) return name
  }
  return t(`campaigns.prices.region.${id as keyof typeof en.campaigns.prices.region}`)
}

/** The list that comes with the product. */
export const shippedPrices = ofEach(
  ({ marketing, utility, authentication }): Price => ({ marketing, utility, authentication }),
)

const marketOf = new Map(
  Object.entries(markets).flatMap(([id, { codes }]) => codes.map((code) => [code, id] as const)),
)
const caribbean = new Set(list.caribbean)

/** A market's calling codes: `+91`. */
export const codesOf = (market: string): string =>
  (markets[market]?.codes ?? []).map((code) => `+${code}`).join(' ')

/** The price of messages to numbers that begin like this: a plus and the first digits, at least three of them. */
export function priceOf(prefix: string, prices = shippedPrices): Price {
  const digits = prefix.replace(/\D/g, '')
  const market =
    digits.startsWith('1') && caribbean.has(digits.slice(1, 4)) ? 'restOfLatinAmerica' : undefined
  const found =
    market ??
    [3, 2, 1].map((length) => marketOf.get(digits.slice(0, length))).find((one) => one !== undefined)
  return prices[found ?? 'other'] ?? shippedPrices.other!
}
