/** The day from which these prices held. */
export const priceListDate = '2026-01-01'
export const priceListCurrency = 'USD'

/** US dollars for one delivered template message. */
export type Price = { marketing: number; utility: number; authentication: number }

/**
 * Meta's rate card in US dollars as of 1 January 2026, by market, without volume discounts. Copied from published
 * copies of the card, not read from Meta: for estimates only.
 */
const markets: Readonly<
  Record<string, readonly [marketing: number, utility: number, authentication: number]>
> = {
  argentina: [0.0618, 0.026, 0.026],
  brazil: [0.0625, 0.0068, 0.0068],
  chile: [0.0889, 0.02, 0.02],
  colombia: [0.0125, 0.0008, 0.0008],
  egypt: [0.0644, 0.0036, 0.0036],
  france: [0.0859, 0.03, 0.03],
  germany: [0.1365, 0.055, 0.055],
  india: [0.0118, 0.0014, 0.0014],
  indonesia: [0.0411, 0.025, 0.025],
  israel: [0.0353, 0.0053, 0.0053],
  italy: [0.0691, 0.03, 0.03],
  malaysia: [0.086, 0.014, 0.014],
  mexico: [0.0305, 0.0085, 0.0085],
  netherlands: [0.1597, 0.05, 0.05],
  nigeria: [0.0516, 0.0067, 0.0067],
  pakistan: [0.0473, 0.0054, 0.0054],
  peru: [0.0703, 0.02, 0.02],
  russia: [0.0802, 0.04, 0.04],
  saudiArabia: [0.0455, 0.0107, 0.0107],
  southAfrica: [0.0379, 0.0076, 0.0076],
  spain: [0.0615, 0.02, 0.02],
  turkey: [0.0109, 0.0053, 0.0053],
  emirates: [0.0499, 0.0157, 0.0157],
  unitedKingdom: [0.0529, 0.022, 0.022],
  northAmerica: [0.025, 0.0034, 0.0034],
  restOfAfrica: [0.0225, 0.004, 0.004],
  restOfAsiaPacific: [0.0732, 0.0113, 0.0113],
  restOfEasternEurope: [0.086, 0.0212, 0.0212],
  restOfLatinAmerica: [0.074, 0.0113, 0.0113],
  restOfMiddleEast: [0.0341, 0.0091, 0.0091],
  restOfWesternEurope: [0.0592, 0.03, 0.03],
  other: [0.0604, 0.0077, 0.0077],
}

/** How people know the markets. */
export const marketNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(markets).map((market) => [market, nameOf(market)]),
)

function nameOf(market: string): string {
  const special: Record<string, string> = { emirates: 'United Arab Emirates', other: 'Other countries' }
  if (special[market]) return special[market]
  const words = market.replace(/[A-Z]/g, ' $&').replace(' Of ', ' of ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The list that comes with the product. */
export const shippedPrices: Readonly<Record<string, Price>> = Object.fromEntries(
  Object.entries(markets).map(([market, [marketing, utility, authentication]]) => [
    market,
    { marketing, utility, authentication },
  ]),
)

/** Calling codes of each market; what stands nowhere is `other`. */
const codes: Readonly<Record<string, string>> = {
  argentina: '54',
  brazil: '55',
  chile: '56',
  colombia: '57',
  egypt: '20',
  france: '33',
  germany: '49',
  india: '91',
  indonesia: '62',
  israel: '972',
  italy: '39',
  malaysia: '60',
  mexico: '52',
  netherlands: '31',
  nigeria: '234',
  pakistan: '92',
  peru: '51',
  russia: '7',
  saudiArabia: '966',
  southAfrica: '27',
  spain: '34',
  turkey: '90',
  emirates: '971',
  unitedKingdom: '44',
  northAmerica: '1',
  restOfAfrica:
    '213 244 229 267 226 257 237 235 242 291 251 241 220 233 245 225 254 266 231 218 261 265 223 222 212 258 264 227 250 221 232 252 211 249 268 255 228 216 256 260 263',
  restOfAsiaPacific: '93 61 880 855 86 852 81 856 976 977 64 675 63 65 94 886 992 66 993 998 84',
  restOfEasternEurope: '355 374 994 375 359 385 420 995 30 36 371 370 373 389 48 40 381 421 386 380',
  restOfLatinAmerica: '591 506 593 503 502 509 504 505 507 595 598 58',
  restOfMiddleEast: '973 964 962 965 961 968 974 967',
  restOfWesternEurope: '43 32 45 358 353 47 351 46 41',
}

const marketOf = new Map(
  Object.entries(codes).flatMap(([market, list]) => list.split(' ').map((code) => [code, market] as const)),
)
/** Calling codes under +1 that are no part of North America's market. */
const caribbean = new Set(['809', '829', '849', '876', '658', '787', '939'])

/** A market's calling codes: `+91`. */
export const codesOf = (market: string): string =>
  (codes[market] ?? '')
    .split(' ')
    .filter(Boolean)
    .map((code) => `+${code}`)
    .join(' ')

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
