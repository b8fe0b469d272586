import metadata from 'libphonenumber-js/max/metadata'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min'
import countryCodes from './country-codes.json' with { type: 'json' }
import countryNames from './country-names.json' with { type: 'json' }
import { CountryCodes, CountryNames } from './data.schema.ts'

const { languages, short } = CountryNames.parse(countryNames)

/**
 * The country that a cell names: `+91`, `0091`, `91`, `IN`, `IND` or `India`. Countries that share a code share its
 * numbers too, so any of them reads them. Null: none that is known; undefined: the cell is empty.
 */
export function countryOf(cell: string): CountryCode | null | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  const digits = /^\(?(?:\+|00)?\s*([1-9][\d\s-]{0,5})\)?(?:\.0)?$/.exec(text)?.[1]?.replace(/\D/g, '')
  if (digits) return codes[digits]?.[0] ?? codes[digits.slice(0, 1)]?.[0] ?? null
  // `IN (+91)`, `India +91`: the code says it all.
  const behind = /^[^\d+]+[\s(]\+(\d{1,3})\)?$/.exec(text)?.[1]
  if (behind && codes[behind]) return codes[behind]?.[0] ?? null
  const name = folded(text).replace(/^the | the$/g, '')
  return countryNamed(name) ?? (name.startsWith('saint ') ? countryNamed(name.replace('saint', 'st')) : null)
}

const codes: Partial<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes

/** Without case, accents of Latin letters, vowels and hamzas of Arabic ones, and punctuation. */
function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0655\u0640]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** One Congo in Norwegian, the other in Polish; no other name is one of two countries. */
const ofTwoCountries = 'kongo'
const countries = Object.keys(metadata.countries).filter((code) => isSupportedCountry(code))

function namesIn(language: string): [string, CountryCode][] {
  const inLanguage = new Intl.DisplayNames([language], { type: 'region' })
  return countries.flatMap((country) =>
    spellingsOf(inLanguage.of(country) ?? '').map((name): [string, CountryCode] => [name, country]),
  )
}

/** `Österreich` is `Oesterreich` too, and `Trinidad & Tobago` written out. */
function spellingsOf(name: string): string[] {
  const withoutUmlauts = name.toLowerCase().replace(/[äöü]/g, (umlaut) => `${umlaut.normalize('NFD')[0]}e`)
  return [...new Set([name, withoutUmlauts, name.replace('&', 'and')].map(folded))]
}

let names: Map<string, CountryCode> | undefined
let unread: readonly string[] = languages

/** Languages are read one by one as they are needed: all of them take half a second. */
function countryNamed(name: string): CountryCode | null {
  names ??= new Map([...codesAsNames(), ...shortNames()])
  for (;;) {
    const found = names.get(name)
    if (found) return found
    const [language, ...others] = unread
    if (language === undefined) return null
    unread = others
    for (const [spelling, country] of namesIn(language)) {
      if (!names.has(spelling) && spelling !== ofTwoCountries) names.set(spelling, country)
    }
  }
}

function shortNames(): [string, CountryCode][] {
  return Object.entries(short).flatMap(([name, code]): [string, CountryCode][] =>
    isSupportedCountry(code) ? [[name, code]] : [],
  )
}

function codesAsNames(): [string, CountryCode][] {
  const long = Object.entries(CountryCodes.parse(countryCodes)).flatMap(
    ([alpha3, alpha2]): [string, CountryCode][] =>
      isSupportedCountry(alpha2) ? [[alpha3.toLowerCase(), alpha2]] : [],
  )
  return [...countries.map((code): [string, CountryCode] => [code.toLowerCase(), code]), ...long]
}

/** The country of a row's numbers; empty: one that is not known. `stated`: the row itself names it. */
export type RowCountry = { country: string; stated: boolean }

/** Which country a row's numbers are read with: what its column says, else the file's. */
export function countryReader(
  columns: readonly string[],
  fallback: string,
): (cells: readonly string[]) => RowCountry {
  const column = columns.indexOf('country_code')
  const byDefault: RowCountry = { country: fallback, stated: false }
  if (column < 0) return () => byDefault
  // A file names few countries, many times.
  const known = new Map<string, RowCountry>()
  return (cells) => {
    const cell = cells[column] ?? ''
    const seen = known.get(cell)
    if (seen !== undefined) return seen
    const read = countryOf(cell)
    const country = read === undefined ? byDefault : { country: read ?? '', stated: read !== null }
    if (known.size < 1000) known.set(cell, country)
    return country
  }
}
