import { limits, type Step, type StepOf } from '#contract/chatbot/chatbot.ts'
import type { Choice } from './answers.ts'
import type { Effect } from './session.ts'
import { cut, fillTitle, isBlank } from './texts.ts'

type Message = Extract<Effect, { effect: 'send' }>['message']
export type Asking = StepOf<'buttons' | 'list' | 'question'>

/** An answer of a question that is sent as text: WhatsApp knows no limit. */
const mostOfAnswer = 200

export const isAsking = (step: Step): step is Asking =>
  step.kind === 'buttons' || step.kind === 'list' || step.kind === 'question'

/** Whether a button or a row of another question of the flow was pressed. */
export function isOfOther(steps: ReadonlyMap<string, Step>, id: string, answerId: string | null): boolean {
  const of = answerId?.split('.', 1)[0] ?? ''
  const other = answerId?.includes('.') && of !== id ? steps.get(of) : undefined
  return other !== undefined && isAsking(other)
}

/** The choices as the owner wrote them; none where any answer is taken. */
export function choicesOf(step: Asking): Choice[] {
  if (step.kind === 'buttons') return step.buttons
  if (step.kind === 'list') return step.rows
  if (step.answer !== 'choice') return []
  return step.choices
    .filter((title) => title.trim())
    .map((title, index) => ({ id: String(index + 1), title }))
}

/**
 * The choices as a person sees them: filled in, at most as long as WhatsApp takes, and no filled one like another. One
 * of which nothing is left is not shown.
 */
export function shownChoices(step: Asking, fill: (text: string) => string): Choice[] {
  const most = { buttons: limits.buttonTitle, list: limits.rowTitle, question: mostOfAnswer }[step.kind]
  const choices = choicesOf(step).map(({ id, title }) => ({ id, title, shown: fillTitle(title, most, fill) }))
  const taken = new Set(choices.flatMap(({ title, shown }) => (shown === title ? [wordsOf(shown)] : [])))
  return choices.flatMap(({ id, title, shown }) => {
    if (shown === title) return [{ id, title }]
    if (isBlank(shown)) return []
    let own = shown
    for (let nr = 2; taken.has(wordsOf(own)); nr++) {
      own = `${fillTitle(title, most - ` ${nr}`.length, fill)} ${nr}`
    }
    taken.add(wordsOf(own))
    return [{ id, title: own }]
  })
}

const wordsOf = (title: string): string => title.trim().toLowerCase()

/**
 * The message of a question, of buttons or of a list.
 * @param shown as `shownChoices` gives them.
 * @returns undefined where a variable left nothing to choose.
 */
export function questionOf(
  step: Asking,
  again: boolean,
  shown: readonly Choice[],
  fill: (text: string) => string,
): Message | undefined {
  if (shown.length === 0 && choicesOf(step).length > 0) return undefined
  const text = fill(
    step.kind === 'question' && again && !isBlank(step.repeat_text) ? step.repeat_text : step.text,
  )
  const buttons = shown.map(({ id, title }) => ({ id: `${step.id}.${id}`, title }))
  if (step.kind === 'buttons') return { type: 'buttons', text: cut(text, limits.interactiveText), buttons }
  if (step.kind === 'list') {
    const button = fillTitle(step.button, limits.listButton, fill)
    if (isBlank(button) && !isBlank(step.button)) return undefined
    const descriptions = new Map(step.rows.map((row) => [`${step.id}.${row.id}`, row.description]))
    const rows = buttons.map((row) => ({
      ...row,
      description: fillTitle(descriptions.get(row.id) ?? '', limits.rowDescription, fill),
    }))
    return { type: 'list', text: cut(text, limits.interactiveText), button, rows }
  }
  if (step.answer !== 'choice') return { type: 'text', text }
  const fitsButtons =
    shown.length <= limits.buttons &&
    shown.every(({ title }) => title.length <= limits.buttonTitle) &&
    text.length <= limits.interactiveText
  return fitsButtons
    ? { type: 'buttons', text, buttons }
    : { type: 'text', text: [text, ...shown.map(({ title }, index) => `${index + 1}. ${title}`)].join('\n') }
}
