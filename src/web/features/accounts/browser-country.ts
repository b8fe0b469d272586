/**
 * The country of this browser's region (`en-IN` is `IN`), for reading phone numbers without a plus. Absent where the
 * browser names none: a language alone does not say a country.
 */
export function browserCountry(languages: readonly string[] = navigator.languages): string | undefined {
  for (const language of languages) {
    const region = new Intl.Locale(language).region
    if (region && /^[A-Z]{2}$/.test(region)) return region
  }
  return undefined
}
