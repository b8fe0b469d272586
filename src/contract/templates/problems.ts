import { t } from '../messages/t.ts'

/** A broken rule: its code, its field, and a sentence in the reader's language that says what to do. */
export type Problem = { rule: string; field: string; sentence: string }

/** The first sentence for each field at fault, as error answers carry them. */
export function sentencesByField(problems: readonly Problem[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { field, sentence } of problems) fields[field] ??= sentence
  return fields
}

type Part =
  | 'name'
  | 'header'
  | 'footer'
  | 'message'
  | 'offerMessage'
  | 'offer'
  | 'card'
  | 'button'
  | 'address'
  | 'phone'
  | 'code'

export function tooLong(part: Part, count: number, limit: number): string {
  return t('templates.rules.tooLong', { part, count, limit })
}
