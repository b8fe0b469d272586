import { currentLanguage } from '../messages/language.ts'

/** The languages that templates can be written in, by the provider's codes. Source: …/templates/supported-languages. */
export const templateLanguages: Readonly<Record<string, string>> = {
  af: 'Afrikaans',
  sq: 'Albanian',
  ar: 'Arabic',
  az: 'Azerbaijani',
  bn: 'Bengali',
  bg: 'Bulgarian',
  ca: 'Catalan',
  zh_CN: 'Chinese (China)',
  zh_HK: 'Chinese (Hong Kong)',
  zh_TW: 'Chinese (Taiwan)',
  hr: 'Croatian',
  cs: 'Czech',
  da: 'Danish',
  nl: 'Dutch',
  en: 'English',
  en_AU: 'English (Australia)',
  en_CA: 'English (Canada)',
  en_GB: 'English (UK)',
  en_IN: 'English (India)',
  en_NZ: 'English (New Zealand)',
  en_US: 'English (US)',
  en_ZA: 'English (South Africa)',
  et: 'Estonian',
  fil: 'Filipino',
  fi: 'Finnish',
  fr: 'French',
  fr_CA: 'French (Canada)',
  ka: 'Georgian',
  de: 'German',
  de_AT: 'German (Austria)',
  de_CH: 'German (Switzerland)',
  el: 'Greek',
  gu: 'Gujarati',
  ha: 'Hausa',
  he: 'Hebrew',
  hi: 'Hindi',
  hu: 'Hungarian',
  id: 'Indonesian',
  ga: 'Irish',
  it: 'Italian',
  ja: 'Japanese',
  kn: 'Kannada',
  kk: 'Kazakh',
  rw_RW: 'Kinyarwanda',
  ko: 'Korean',
  ky_KG: 'Kyrgyz',
  lo: 'Lao',
  lv: 'Latvian',
  lt: 'Lithuanian',
  mk: 'Macedonian',
  ms: 'Malay',
  ml: 'Malayalam',
  mr: 'Marathi',
  nb: 'Norwegian',
  fa: 'Persian',
  pl: 'Polish',
  pt_BR: 'Portuguese (Brazil)',
  pt_PT: 'Portuguese (Portugal)',
  pa: 'Punjabi',
  ro: 'Romanian',
  ru: 'Russian',
  sr: 'Serbian',
  sk: 'Slovak',
  sl: 'Slovenian',
  es: 'Spanish',
  es_AR: 'Spanish (Argentina)',
  es_CL: 'Spanish (Chile)',
  es_CO: 'Spanish (Colombia)',
  es_MX: 'Spanish (Mexico)',
  es_PE: 'Spanish (Peru)',
  es_ES: 'Spanish (Spain)',
  sw: 'Swahili',
  sv: 'Swedish',
  ta: 'Tamil',
  te: 'Telugu',
  th: 'Thai',
  tr: 'Turkish',
  uk: 'Ukrainian',
  ur: 'Urdu',
  uz: 'Uzbek',
  vi: 'Vietnamese',
  zu: 'Zulu',
}

/** The specification's default. */
export const defaultTemplateLanguage = 'en_US'

/** The listed ones, and regional variants of them (`en_IE`), which the provider keeps adding. */
export function isTemplateLanguage(code: string): boolean {
  if (Object.hasOwn(templateLanguages, code)) return true
  const [language, region, ...more] = code.split('_')
  return more.length === 0 && /^[A-Z]{2}$/.test(region ?? '') && Object.hasOwn(templateLanguages, language!)
}

/** `Hindi`, in the reader's language; the code itself for an unknown language. */
export function languageName(code: string): string {
  if (!currentLanguage().startsWith('en') && isTemplateLanguage(code)) return translatedName(code)
  if (Object.hasOwn(templateLanguages, code)) return templateLanguages[code]!
  const [language = code] = code.split('_')
  return Object.hasOwn(templateLanguages, language) ? `${templateLanguages[language]} (${code})` : code
}

/** The name in the reader's language; the English one for a code that is not a language tag. */
function translatedName(code: string): string {
  const english = templateLanguages[code] ?? code
  try {
    return (
      new Intl.DisplayNames(currentLanguage(), { type: 'language' }).of(code.replace('_', '-')) ?? english
    )
  } catch (error) {
    if (error instanceof RangeError) return english
    throw error
  }
}
