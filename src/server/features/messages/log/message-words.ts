import {
  fillVariables,
  findComponent,
  type TemplateShape,
} from '#server/providers/meta/calls/template-variables.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import type { Slot } from '../model/contents.ts'

/** The body of a template with one person's values in it. */
export function bodyText(
  components: TemplateShape['components'],
  slots: readonly (Slot | null)[],
  variables: readonly string[],
): string {
  const text = findComponent(components, 'BODY')?.text ?? ''
  const values: Record<string, string> = {}
  slots.forEach((slot, index) => {
    const value = variables[index]
    if (slot?.where === 'body' && value !== undefined && value !== '') values[slot.name] ??= value
  })
  return fillVariables(text, values)
}

export const usMarketingSentence = 'Marketing isn’t delivered to US numbers.'

/** Words for `reason`, where the status alone does not say it. */
const reasonWords: Record<string, { explanation: string; advice: string | null }> = {
  unusable_number: {
    explanation: 'This number cannot be used.',
    advice: 'Correct the number of this person.',
  },
  duplicate: {
    explanation: 'The same person is in this campaign by another number or user ID.',
    advice: null,
  },
  opted_out: { explanation: 'This person asked for no more messages.', advice: null },
  deleted: { explanation: 'You deleted this lead before the message was sent.', advice: null },
  changed_number: {
    explanation: 'This person has another number now.',
    advice: 'Ask them at the new number whether they want your messages.',
  },
  unreachable: { explanation: 'WhatsApp could not reach this person before.', advice: null },
  us_marketing: {
    explanation: usMarketingSentence,
    advice: 'Reach this person in another way.',
  },
  no_consent: {
    explanation: 'This person never agreed to get messages.',
    advice: 'Record their consent, or state for a campaign how they gave it.',
  },
  missing_value: {
    explanation: 'A variable of the template has no value for this person.',
    advice: 'Fill in the value, or give the variable a fallback.',
  },
  no_answer: {
    explanation: 'WhatsApp has not said whether it took this message. A status may still tell.',
    advice: null,
  },
  reconcile: {
    explanation:
      'WhatsApp had a fault of its own when this message was sent. It is sent again if nothing more is heard.',
    advice: null,
  },
  ask_owner: {
    explanation: 'WhatsApp never said whether it took this message.',
    advice: 'Send it again, at the risk that the person gets it twice, or write it off.',
  },
  awaiting_reports: {
    explanation:
      'WhatsApp had a fault of its own, and delivery reports of these minutes are missing. It waits for them.',
    advice: null,
  },
  no_reports: {
    explanation:
      'WhatsApp never said whether it took this message: delivery reports of these minutes are missing.',
    advice:
      'Check the webhook, then send it again at the risk that the person gets it twice, or write it off.',
  },
  written_off: {
    explanation: 'WhatsApp never said whether it took this message, and it was written off.',
    advice: null,
  },
  pair_rate: {
    explanation: 'This person got a message a moment ago; the next one waits six seconds.',
    advice: null,
  },
  again: { explanation: 'It is sent again because you asked for it.', advice: null },
}

export type Troubled = {
  status: string
  reason: string | null
  error_code: number | null
  error_title: string | null
}

/** What there is to say about a message, in plain words; nothing about one that goes its way. */
export function wordsFor(row: Troubled): { explanation: string | null; advice: string | null } {
  const known = row.reason === null ? undefined : reasonWords[row.reason]
  if (known && row.status !== 'failed') return known
  if (row.error_code !== null) {
    const { sentence, advice } = explainError({
      code: row.error_code,
      ...(row.error_title !== null && { title: row.error_title }),
    })
    return { explanation: sentence, advice }
  }
  if (known) return known
  return { explanation: row.error_title, advice: null }
}
