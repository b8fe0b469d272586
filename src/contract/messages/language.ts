/** The languages of the product, the most complete first: it answers in English where nothing else fits. */
export const languages = ['en', 'hi', 'es', 'pt-BR'] as const
export type Language = (typeof languages)[number]

/** English with accents and longer words: tests find sentences that are in no catalogue by it. Not offered to people. */
export const testLanguage = 'en-XA'
export type AnyLanguage = Language | typeof testLanguage

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  hi: 'हिन्दी',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
}

/**
 * The first supported one of `wanted`, as a browser lists them (`pt`, `es-MX`, `en-IN`): by its whole tag first, then
 * by its language alone. English where none is.
 */
export function pickLanguage(wanted: readonly string[]): AnyLanguage {
  for (const tag of wanted) {
    if (tag === testLanguage) return testLanguage
    const language = tag.toLowerCase().split('-')[0]
    const found = languages.find((one) => one.toLowerCase().split('-')[0] === language)
    if (found) return found
  }
  return 'en'
}

/** The tags of an `Accept-Language` header by their weight (RFC 9110 §12.5.4). At most ten are read. */
export function acceptedLanguages(header: string | undefined): string[] {
  return (header ?? '')
    .slice(0, 200)
    .split(',', 10)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
      const weight = parameters.find((one) => one.startsWith('q='))?.slice(2)
      return { tag, weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

let language: () => AnyLanguage = () => 'en'
let locale: () => string = () => 'en'

/** The language of the person who reads: on the server the one of the request, in the browser the chosen one. */
export const currentLanguage = (): AnyLanguage => language()

/** Their language with its region where it is known (`en-IN`): how numbers are grouped. */
export const currentLocale = (): string => locale()

/** Sets where the two come from; once for each process or page. */
export function provideLanguage(from: { language: () => AnyLanguage; locale?: () => string }): void {
  language = from.language
  locale = from.locale ?? (() => (from.language() === testLanguage ? 'en' : from.language()))
}
