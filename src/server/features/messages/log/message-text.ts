import { en } from '#server/messages/en/index.ts'
import { t } from '#server/messages/t.ts'
import {
  type ComponentShape,
  fillVariables,
  findComponent,
  type TemplateShape,
} from '#server/providers/meta/calls/template-variables.ts'
import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { adviceOf, explanationIn, sentenceOf } from '#server/providers/meta/errors/error-explanation.ts'
import type { Slot } from '../model/contents.ts'

/** The body of a template with one person's values in it. */
export const bodyText = (
  components: TemplateShape['components'],
  slots: readonly (Slot | null)[],
  variables: readonly string[],
): string => filled(findComponent(components, 'BODY'), 'body', slots, variables)

/** The header of a template with one person's values in it; null where it has none, or a file. */
export function headerText(
  components: TemplateShape['components'],
  slots: readonly (Slot | null)[],
  variables: readonly string[],
): string | null {
  const header = findComponent(components, 'HEADER')
  if (header?.format?.toUpperCase() !== 'TEXT' || header.text === undefined) return null
  return filled(header, 'header', slots, variables)
}

/** All that a template says with one person's values: header, body and footer, one below the other. */
export function wholeText(
  components: TemplateShape['components'],
  slots: readonly (Slot | null)[],
  variables: readonly string[],
): string {
  const footer = findComponent(components, 'FOOTER')?.text
  return [headerText(components, slots, variables), bodyText(components, slots, variables), footer]
    .filter(Boolean)
    .join('\n')
}

function filled(
  component: ComponentShape | undefined,
  where: 'header' | 'body',
  slots: readonly (Slot | null)[],
  variables: readonly string[],
): string {
  const values: Record<string, string> = {}
  slots.forEach((slot, index) => {
    const value = variables[index]
    if (slot?.where === where && value !== undefined && value !== '') values[slot.name] ??= value
  })
  return fillVariables(component?.text ?? '', values)
}

export const usMarketingText = (): string => t('messages.send.usMarketing')

type ReasonKey = keyof typeof en.messages.reason
type AdviceKey = keyof typeof en.messages.advice

/** The sentences for `reason`, where the status alone does not say it. */
function reasonText(reason: string): { explanation: string; advice: string | null } | undefined {
  const advice = Object.hasOwn(en.messages.advice, reason)
    ? t(`messages.advice.${reason as AdviceKey}`)
    : null
  if (reason === 'us_marketing') return { explanation: usMarketingText(), advice }
  if (!Object.hasOwn(en.messages.reason, reason)) return undefined
  return { explanation: t(`messages.reason.${reason as ReasonKey}`), advice }
}

type Undelivered = {
  status: string
  reason: string | null
  error_code: number | null
  error_title: string | null
}

/** The explanation of a message and what to do, in the reader's language; null for one without problems. */
export function explanationFor(row: Undelivered): { explanation: string | null; advice: string | null } {
  const known = row.reason === null ? undefined : reasonText(row.reason)
  if (known && row.status !== 'failed') return known
  if (row.error_code !== null) {
    const explained = explainError({
      code: row.error_code,
      ...(row.error_title !== null && { title: row.error_title }),
    })
    return { explanation: sentenceOf(explained), advice: adviceOf(explained) }
  }
  if (known) return known
  const error = explanationIn(row.reason)
  if (error) return { explanation: sentenceOf(error), advice: adviceOf(error) }
  return { explanation: row.error_title || null, advice: null }
}
