import metadata from 'libphonenumber-js/max/metadata'
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'

/** The kinds of numbers of a country as the library keeps them; the second kind are mobiles. */
type Kinds = readonly (readonly [pattern: string, lengths?: readonly number[] | 0] | 0 | null)[]
type Plan = { all: RegExp; mobile: RegExp }

const kindsAt = 11
const landlineAt = 0
const mobileAt = 1
const lengthsAt = 3
const nothing = /^(?!)/
const plans = new Map<CountryCode, Plan>()

/**
 * Whether a country gives out this number. The library's small data know only the outline of a number; its large
 * data know each kind, but it builds every pattern anew for every number, which costs a million of them 5 seconds.
 */
export function exists(number: PhoneNumber): boolean {
  if (!number.isValid()) return false
  const countries = countriesOf(number)
  // Only numbers of no country (+800 …) have none.
  return countries.length === 0 || countries.some((one) => planOf(one).all.test(number.nationalNumber))
}

/** Whether a number is one of a mobile phone. Where both look alike, as in the USA, it is. */
export function isMobile(number: PhoneNumber): boolean {
  return countriesOf(number).some((one) => planOf(one).mobile.test(number.nationalNumber))
}

/**
 * Whether people of its country write a digit before the national number (0171 …), which is then missed; and whether
 * its landlines are all of one length there, so that a number of that length is whole without it.
 */
export function writesItsZero(number: PhoneNumber): false | 'one length' | 'many lengths' {
  const written = number.formatNational().replace(/\D/g, '')
  if (written === number.nationalNumber) return false
  const lengths = new Set(countriesOf(number).flatMap(landlineLengths))
  return lengths.size === 1 ? 'one length' : 'many lengths'
}

function landlineLengths(country: CountryCode): readonly number[] {
  const one = metadata.countries[country]
  const kinds: Kinds = one?.[kindsAt] ?? []
  const [, lengths] = kinds[landlineAt] || []
  return lengths || one?.[lengthsAt] || []
}

/** Its country, or all that share its code where the small data cannot tell (+358: Finland and Åland). */
function countriesOf(number: PhoneNumber): CountryCode[] {
  return number.country === undefined ? number.getPossibleCountries() : [number.country]
}

function planOf(country: CountryCode): Plan {
  const known = plans.get(country)
  if (known) return known
  const kinds: Kinds = metadata.countries[country]?.[kindsAt] ?? []
  const patterns = kinds.map(patternOf)
  const mobiles = patterns.splice(mobileAt, 1)
  // Most numbers are mobiles: they are tried first.
  const plan = { all: matching([...mobiles, ...patterns]), mobile: matching(mobiles) }
  plans.set(country, plan)
  return plan
}

/** A kind's pattern, and how long its numbers may be. */
function patternOf(kind: Kinds[number]): string | undefined {
  if (!kind) return undefined
  const [pattern, lengths] = kind
  return lengths ? `(?=(?:${lengths.map((length) => `.{${length}}`).join('|')})$)(?:${pattern})` : pattern
}

function matching(patterns: readonly (string | undefined)[]): RegExp {
  const given = patterns.filter((pattern) => pattern !== undefined)
  return given.length > 0 ? new RegExp(`^(?:${given.join('|')})$`) : nothing
}
