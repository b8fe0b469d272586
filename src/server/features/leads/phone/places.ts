import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import examples from 'libphonenumber-js/mobile/examples'
import { Zones } from './data.schema.ts'
import data from './zones.json' with { type: 'json' }

const zones = Zones.parse(data)
const zoneOfArea = new Map(
  Object.entries(zones.areas).flatMap(([zone, areas]) => areas.map((area) => [area, zone] as const)),
)
/** The countries whose zone is known. */
export const zoneCountries: readonly string[] = Object.keys(zones.countries)
const codes: Partial<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes

/** So much of an address tells its place: a plus and four digits, or the country of a user id. */
export const prefixLength = 5

export type Place = { country: string | null; zone: string | null }

/** Where an address is, by its beginning: `+9198`, `IN.24`. Numbers of one country with several zones get the usual one. */
export function placeOf(prefix: string): Place {
  const country = countryOf(prefix)
  if (country === null) return { country: null, zone: null }
  return { country, zone: zoneOfArea.get(prefix.slice(1)) ?? zones.countries[country] ?? null }
}

/** The beginning of a mobile number of a country: `+9174`. */
export function prefixOf(country: string): string | null {
  if (!isSupportedCountry(country)) return null
  return getExampleNumber(country, examples)?.number.slice(0, prefixLength) ?? null
}

function countryOf(prefix: string): string | null {
  const userId = /^([A-Z]{2})\./.exec(prefix)?.[1]
  if (userId) return userId
  if (!/^\+\d+$/.test(prefix)) return null
  const digits = prefix.slice(1)
  // Countries that share a code are told apart by what follows it: any subscriber of the area will do.
  if (digits.startsWith('1')) return parsePhoneNumberFromString(`${prefix}2345678`)?.country ?? 'US'
  if (digits.startsWith('77') || digits.startsWith('76')) return 'KZ'
  const code = [1, 2, 3].map((length) => digits.slice(0, length)).find((one) => codes[one])
  return (code && codes[code]?.[0]) ?? null
}
