import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
} from 'libphonenumber-js/min'

/** A country, its code for calls from others (digits), and its name. */
type CallingCode = { country: CountryCode; code: string; name: string }

const byLanguage = new Map<string, readonly CallingCode[]>()

/** Every country that has phones, by its name in a language, in the order of that language. */
export function callingCodes(language: string): readonly CallingCode[] {
  const known = byLanguage.get(language)
  if (known) return known
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const { compare } = new Intl.Collator(language)
  const codes = getCountries()
    .map((country) => ({ country, code: getCountryCallingCode(country), name: names.of(country) ?? country }))
    .sort((a, b) => compare(a.name, b.name))
  byLanguage.set(language, codes)
  return codes
}

/** Whether phones are read as of this country, ISO 3166-1 alpha-2. */
export const hasCallingCode = (country: string): country is CountryCode => isSupportedCountry(country)
