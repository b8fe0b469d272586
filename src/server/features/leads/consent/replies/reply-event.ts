import type { Identity } from '../../people/addresses.ts'

/** A person wrote to the business. */
export type Reply = Identity & {
  /** What they wrote or the label of the button they pressed; null where it was no text. */
  text: string | null
  /** Of a button: what our message said that it means. */
  payload?: string | null
  /** The type of the message, as the provider calls it. */
  kind?: string
  wamid?: string | null
  /** The message of ours that it answers. */
  replyTo?: string | null
  /** The number of ours they wrote to. */
  phoneNumberId?: string | null
  /** The chatbot had asked them something: their words answer it. */
  isAnswer?: boolean
  /** An opt-in form takes it; here only an opt-out counts. */
  isOptin?: boolean
  at: Date
}

/** Whether it was pressed and not typed: the business chose the words of a button. */
export function isButton({ kind }: Reply): boolean {
  return kind === 'button' || kind === 'interactive'
}
