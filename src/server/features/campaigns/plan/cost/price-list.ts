import { currentLocale } from '#contract/messages/language.ts'
import { prefixOf } from '#server/features/leads/leads.ts'
import type { en } from '#server/messages/en/index.ts'
import { t } from '#server/messages/t.ts'
import { PriceList } from './data.schema.ts'
import data from './price-list.json' with { type: 'json' }
import type { RateLine } from './rate-lines.ts'

const list = PriceList.parse(data)
const { markets } = list

/** The day from which these prices held. */
export const priceListDate = list.date
export const priceListCurrency = list.currency

export const marketIds = Object.keys(markets)

/** A market's name: a country in the reader's language, else a region of Meta's price list. */
export function marketName(id: string): string {
  return (
    countryIn(id, currentLocale()) ??
    t(`campaigns.prices.region.${id as keyof typeof en.campaigns.prices.region}`)
  )
}

/** A country in a language; a region's own word. */
export const marketNameIn = (id: string, locale: string): string => countryIn(id, locale) ?? id

function countryIn(id: string, locale: string): string | undefined {
  const country = markets[id]?.country
  return country && new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(country)
}

/** The list that comes with the product. */
export const shippedLines: readonly RateLine[] = Object.entries(markets).flatMap(([market, price]) =>
  (['marketing', 'utility', 'authentication'] as const).map((category) => ({
    market,
    category,
    from: list.date,
    to: null,
    above: 0,
    price: price[category],
  })),
)

const marketOfCode = new Map(
  Object.entries(markets).flatMap(([id, { codes }]) => codes.map((code) => [code, id] as const)),
)
const caribbean = new Set(list.caribbean)

/** A market's calling codes: `+91`. */
export const codesOf = (market: string): string =>
  (markets[market]?.codes ?? []).map((code) => `+${code}`).join(' ')

/**
 * The market of addresses that begin like this: a plus and the first digits, at least three of them, or the country of a
 * user id. Null where the beginning tells no country.
 */
export function marketOf(prefix: string | null): string | null {
  if (prefix === null) return null
  const digits = (/^[A-Z]/.test(prefix) ? prefixOf(prefix.slice(0, 2)) : prefix)?.replace(/\D/g, '') ?? ''
  if (digits === '') return null
  if (digits.startsWith('1') && caribbean.has(digits.slice(1, 4))) return 'restOfLatinAmerica'
  const found = [3, 2, 1].map((length) => marketOfCode.get(digits.slice(0, length)))
  return found.find((one) => one !== undefined) ?? 'other'
}
