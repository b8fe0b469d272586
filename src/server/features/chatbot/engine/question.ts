import { limits, type StepOf } from '#contract/chatbot/chatbot.ts'
import { choicesOf } from './answers.ts'
import type { Effect } from './session.ts'
import { cut, isBlank } from './texts.ts'

type Message = Extract<Effect, { effect: 'send' }>['message']
export type Asking = StepOf<'buttons' | 'list' | 'question'>

/** The message of a question, of buttons or of a list. */
export function questionOf(step: Asking, again: boolean, fill: (text: string) => string): Message {
  const id = (one: string) => `${step.id}.${one}`
  const text = fill(
    step.kind === 'question' && again && !isBlank(step.repeat_text) ? step.repeat_text : step.text,
  )
  if (step.kind === 'buttons') {
    const buttons = step.buttons.map((button) => ({ id: id(button.id), title: fill(button.title) }))
    return { type: 'buttons', text: cut(text, limits.interactiveText), buttons }
  }
  if (step.kind === 'list') {
    const rows = step.rows.map((row) => ({ ...row, id: id(row.id) }))
    return { type: 'list', text: cut(text, limits.interactiveText), button: step.button, rows }
  }
  if (step.answer !== 'choice') return { type: 'text', text }
  const choices = choicesOf(step)
  const fitsButtons =
    choices.length <= limits.buttons &&
    choices.every(({ title }) => title.length <= limits.buttonTitle) &&
    text.length <= limits.interactiveText
  return fitsButtons
    ? { type: 'buttons', text, buttons: choices.map((one) => ({ ...one, id: id(one.id) })) }
    : { type: 'text', text: [text, ...choices.map((one) => `${one.id}. ${one.title}`)].join('\n') }
}
