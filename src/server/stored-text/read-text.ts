import { currentLocale } from '#contract/messages/language.ts'
import { rejectionText, statusMeaning } from '#contract/templates/status.ts'
import { listFormat } from '#contract/text/formats.ts'
import { t } from '#server/messages/t.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { adviceOf, type ErrorText, sentenceOf } from '#server/providers/meta/errors/error-explanation.ts'
import { clockIn } from './clock.ts'
import { type Shown, type StoredText, textOf } from './stored-text.ts'

/** A stored text in the reader's language. */
export function readText(text: StoredText): string {
  if (typeof text === 'string') return text
  if ('meta' in text) {
    const explanation = explainError(text.meta)
    return text.part === 'sentence' ? sentenceOf(explanation) : adviceOf(explanation)
  }
  if ('templateStatus' in text) return statusMeaning(text.templateStatus).sentence
  if ('templateRejection' in text) {
    const why = rejectionText(text.templateRejection)
    return why ? `${why.reason} ${why.advice}` : statusMeaning('REJECTED').sentence
  }
  if (!('key' in text)) return text.map(readText).join(' ')
  const params = Object.entries(text.params ?? {}).map(([name, value]) => [name, show(value)])
  return (t as (key: string, params: object) => string)(text.key, Object.fromEntries(params))
}

/** A text from a jsonb column. */
export const readStored = (stored: unknown): string | null =>
  stored === null || stored === undefined ? null : readText(stored as StoredText)

/** A list in the reader's language: `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  listFormat(currentLocale(), { type: 'conjunction' }).format(items)

/** A choice in the reader's language: `a, b or c`. */
export const either = (items: readonly string[]): string =>
  listFormat(currentLocale() === 'en' ? 'en-GB' : currentLocale(), { type: 'disjunction' }).format(items)

/** Short items one after the other: `a, b, c`. */
export const commaList = (items: readonly string[]): string =>
  listFormat(currentLocale(), { type: 'unit', style: 'short' }).format(items)

function show(value: string | number | Shown): string | number {
  if (typeof value !== 'object') return value
  if ('list' in value) return listed(value.list)
  if ('parts' in value) return commaList(value.parts.map(readText))
  if ('text' in value) return readText(value.text)
  const clock = clockIn(value.zone)
  if ('day' in value) return clock.day(new Date(value.day))
  return 'start' in value ? clock.start(new Date(value.start)) : clock.moment(new Date(value.moment))
}

/** The explanation of a provider's error for later readers. */
export const explanationOf = (
  { explanation }: { explanation: { text: ErrorText } },
  part: 'sentence' | 'advice',
): StoredText => textOf(`providers.errors.${explanation.text}.${part}`)
