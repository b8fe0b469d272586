import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useConnection, useTemplateChoices } from '#web/session/business.queries.ts'
import { useCampaignChecks } from '../campaigns.queries.ts'
import { trialInputOf, type VariablesOf } from '../trial/trial-input.ts'
import {
  audienceOf,
  consentTextMin,
  type DraftState,
  hasCustomMessage,
  parametersOf,
  type timingOf,
  withDots,
} from './draft-state.ts'

/** A draft for what is shown of it. */
export const withDotsInAll = ({ parameters, trial }: DraftCall) => ({
  parameters: withDots(parameters),
  trial:
    trial?.kind === 'test'
      ? {
          ...trial,
          variants: trial.variants.map((one) => ({ ...one, parameters: withDots(one.parameters ?? {}) })),
        }
      : trial,
})

/** How long after a change the server is asked, in ms. */
const restMs = 350

/** What the form offers: templates, approved ones first, and the numbers that send. */
export function useOffers() {
  const list = useTemplateChoices()
  const connection = useConnection()
  const sendable = (list.data?.templates ?? []).filter(({ problem }) => !problem)
  const waiting = (list.data?.templates ?? []).filter(({ problem }) => problem)
  return {
    list,
    templates: [...sendable, ...waiting],
    sendableCount: sendable.length,
    numbers: (connection?.accounts ?? []).flatMap(({ phone_numbers }) => phone_numbers),
    connection,
  }
}

/** The draft as the API takes it; null while no template is chosen. */
export function inputOf(draft: DraftState, variablesOf: VariablesOf) {
  if (draft.templateId === null) return null
  const variables = variablesOf(draft.templateId)
  const parameters = parametersOf(draft.fillings, variables)
  return {
    template_id: draft.templateId,
    phone_number_id: draft.phoneNumberId,
    audience: audienceOf(draft),
    parameters,
    // A text written for another template stays in the form, but is not sent where the template has no place for it.
    // A form that was put aside before there was this choice has none.
    count_clicks: Boolean(draft.countClicks),
    trial: trialInputOf(draft, variablesOf),
    custom_message: (hasCustomMessage(variables, parameters) && draft.customMessage.trim()) || null,
    consent_statement:
      draft.consentStated && draft.consentText.trim().length >= consentTextMin
        ? draft.consentText.trim()
        : null,
  }
}

export type DraftCall = NonNullable<ReturnType<typeof inputOf>>

/**
 * The checks of the draft, asked again shortly after each change; the last answer stays meanwhile and is stale. Of many
 * leads an estimate comes first, and the exact numbers follow.
 */
export function useChecks(draft: DraftCall | null, timing?: ReturnType<typeof timingOf>) {
  const input = draft && { ...draft, ...withDotsInAll(draft), ...timing }
  // The same as text: what is asked changes only where it says something else.
  const [restedText] = useDebouncedValue(JSON.stringify(input), restMs)
  const rested = useMemo(() => JSON.parse(restedText) as typeof input, [restedText])
  const body = rested ?? { template_id: 0 }
  const enabled = rested !== null && input !== null
  const quick = useCampaignChecks({ ...body, estimate: true }, enabled)
  const isEstimate = quick.data?.checks.estimated === true && !quick.isPlaceholderData
  const exact = useCampaignChecks(body, enabled && isEstimate)
  const query = isEstimate && exact.data && !exact.isPlaceholderData ? exact : quick
  const isStale =
    input !== null && (restedText !== JSON.stringify(input) || query.isPlaceholderData || query.isPending)
  return { checks: input === null ? undefined : query.data?.checks, error: query.error, isStale }
}
