import { currentLocale } from '#contract/messages/language.ts'
import { t } from '#server/messages/t.ts'
import type { Unreadable } from './phone.ts'

/** Why a number cannot be read, with the numbers that may be meant, in the reader's language. */
export function phoneProblemText({ problem, readings = [] }: Unreadable): string {
  const sentence = t(`leads.phone.${problem}`)
  if (readings.length === 0) return sentence
  const list = new Intl.ListFormat(currentLocale(), { type: 'disjunction' })
  return t('leads.phone.possible', { problem: sentence, numbers: list.format(readings) })
}
