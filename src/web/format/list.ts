import { currentLocale } from '#contract/messages/language.ts'
import { listFormat } from '#contract/text/formats.ts'

/** Things in a sentence, in the reader's language: `Facebook, Instagram and LinkedIn`. */
export function formatList(items: readonly string[], locale = currentLocale()): string {
  // American English, which stands for English without a country, writes a comma before the last one.
  return listFormat(locale === 'en' ? 'en-GB' : locale, { type: 'conjunction' }).format(items)
}
