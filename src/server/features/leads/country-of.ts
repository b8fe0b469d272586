import metadata from 'libphonenumber-js/max/metadata'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/min'

/** What people write beside the countries' own names. */
const short: Record<string, CountryCode> = { usa: 'US', uk: 'GB', uae: 'AE', ksa: 'SA' }
/** The languages of the users. */
const languages = ['en', 'hi', 'es', 'pt', 'id', 'ar', 'fr', 'de']
let names: Map<string, CountryCode> | undefined

/**
 * The country that a cell names: `+91`, `0091`, `91`, `IN` or `India`. Countries that share a code share its numbers
 * too, so any of them reads them. Null: none that is known; undefined: the cell is empty.
 */
export function countryOf(cell: string): CountryCode | null | undefined {
  const text = cell.trim()
  if (text === '') return undefined
  const digits = /^\(?(?:\+|00)?\s*([1-9][\d\s-]{0,5})\)?(?:\.0)?$/.exec(text)?.[1]?.replace(/\D/g, '')
  if (digits) return codes[digits]?.[0] ?? codes[digits.slice(0, 1)]?.[0] ?? null
  const upper = text.toUpperCase()
  if (isSupportedCountry(upper)) return upper
  names ??= namesOfCountries()
  return names.get(text.toLowerCase()) ?? null
}

const codes: Partial<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes

function namesOfCountries(): Map<string, CountryCode> {
  const found = new Map<string, CountryCode>(Object.entries(short))
  for (const language of languages) {
    const inLanguage = new Intl.DisplayNames([language], { type: 'region' })
    for (const country of Object.keys(metadata.countries)) {
      if (isSupportedCountry(country)) found.set(inLanguage.of(country)?.toLowerCase() ?? '', country)
    }
  }
  return found
}

/** Which country a row's numbers are read with: what its column says, else the file's. Null: one that is not known. */
export function countryReader(
  columns: readonly string[],
  fallback: string,
): (cells: readonly string[]) => string | null {
  const column = columns.indexOf('country_code')
  if (column < 0) return () => fallback
  // A file names few countries, many times.
  const known = new Map<string, string | null>()
  return (cells) => {
    const cell = cells[column] ?? ''
    const seen = known.get(cell)
    if (seen !== undefined) return seen
    const read = countryOf(cell)
    const country = read === undefined ? fallback : read
    if (known.size < 1000) known.set(cell, country)
    return country
  }
}
