import type { StepOf } from '#contract/chatbot/chatbot.ts'
import { foldWords } from '#server/features/leads/leads.ts'
import { cleanAnswer } from './texts.ts'

/** A button, a row, or an answer of a question. */
export type Choice = { id: string; title: string }

/** The choice that was pressed, or that somebody typed: its title, or its number. */
export function chosen(
  choices: readonly Choice[],
  step: string,
  { text, answerId }: { text: string; answerId: string | null },
): Choice | undefined {
  if (answerId !== null) {
    const pressed = choices.find(({ id }) => answerId === `${step}.${id}`)
    if (pressed) return pressed
  }
  const typed = foldWords(text)
  if (typed === '') return undefined
  const same = choices.find(({ title }) => foldWords(title) === typed)
  return same ?? choices[Number(toDigits(typed)) - 1]
}

/**
 * What an answer stands for, or undefined where it does not fit the question.
 * @param shown the choices as the person saw them.
 */
export function readAnswer(
  step: StepOf<'question'>,
  shown: readonly Choice[],
  given: { text: string; answerId: string | null },
): string | undefined {
  const text = cleanAnswer(given.text)
  switch (step.answer) {
    case 'text':
      return text !== '' && fits(text.length, step) ? text : undefined
    case 'number': {
      const value = readNumber(text)
      return value !== undefined && fits(value, step) ? String(value) : undefined
    }
    case 'email':
      return /^[^\s@<>"]{1,64}@[^\s@<>".]+(\.[^\s@<>".]+)+$/.test(text) && text.length <= 254
        ? text.toLowerCase()
        : undefined
    case 'date':
      return readDate(text)
    case 'choice':
      return chosen(shown, step.id, { ...given, text })?.title
  }
}

const fits = (value: number, { min, max }: StepOf<'question'>): boolean =>
  (min === null || value >= min) && (max === null || value <= max)

/** Digits of any script as 0 to 9. */
function toDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!
    if (code < 128) return digit
    // The ten digits of a script stand in a row.
    let zero = code
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String(code - zero)
  })
}

function readNumber(text: string): number | undefined {
  const digits = toDigits(text).replaceAll(/[\s\u00a0']/g, '')
  // Groups end in three digits: 1,500 and 1,50,000.75 or 1.500.000 and 1.500,75. 2,50 is two and a half.
  const isGrouped = /^[-+]?[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(digits)
  const hasDots = /^[-+]?[1-9]\d{0,2}(\.\d{3})+,\d+$|^[-+]?[1-9]\d{0,2}(\.\d{3}){2,}$/.test(digits)
  let plain = digits
  if (isGrouped) plain = digits.replaceAll(',', '')
  else if (hasDots) plain = digits.replaceAll('.', '').replace(',', '.')
  else plain = digits.replace(',', '.')
  return /^[-+]?\d{1,15}(\.\d{1,10})?$/.test(plain) ? Number(plain) : undefined
}

/** Day, month and year in this order, or the other way round. */
function readDate(text: string): string | undefined {
  const digits = toDigits(text)
  const dayFirst = /^(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{4})$/.exec(digits)
  const yearFirst = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(digits)
  const [year, month, day] = dayFirst
    ? [dayFirst[3]!, dayFirst[2]!, dayFirst[1]!]
    : (yearFirst?.slice(1) ?? [])
  if (!year || !month || !day) return undefined
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
  return isReal ? date.toISOString().slice(0, 10) : undefined
}
