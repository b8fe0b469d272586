import type { TrialDraft, TrialInput } from '#contract/campaigns/trials.ts'
import {
  type DraftState,
  fillingOf,
  hasCustomMessage,
  parametersOf,
  type TrialState,
} from '../form/draft-state.ts'

/** A template's variables by its id. */
export type VariablesOf = (templateId: number) => readonly { key: string }[]

/** The trial as the API takes it; null where there is none, or while no other version is chosen. */
export function trialInputOf({ trial }: DraftState, variablesOf: VariablesOf): TrialInput | null {
  const measured = { measure: trial.measure, after_minutes: trial.afterMinutes }
  if (trial.kind === 'pilot') {
    const bounds = {
      min_rate: trial.minRate,
      max_failed: trial.maxFailed,
      max_blocked: trial.maxBlocked,
      max_opted_out: trial.maxOptedOut,
    }
    const decide = trial.pilotDecide
    const size = trial.pilotIn === 'percent' ? { percent: trial.percent } : { people: trial.people }
    return { kind: 'pilot', ...size, decide, ...measured, ...(decide === 'bounds' && bounds) }
  }
  if (trial.kind !== 'test') return null
  const variants = trial.variants.flatMap(({ templateId, fillings, customMessage, laterMinutes = 0 }) => {
    if (templateId === null) return []
    const variables = variablesOf(templateId)
    const parameters = parametersOf(fillings, variables)
    const custom_message = (hasCustomMessage(variables, parameters) && customMessage.trim()) || null
    return [{ template_id: templateId, parameters, custom_message, later_minutes: laterMinutes }]
  })
  if (variants.length === 0) return null
  return { kind: 'test', percent: trial.percent, decide: trial.testDecide, ...measured, variants }
}

/** The form's state of a stored trial. */
export function trialStateOf(stored: TrialDraft, first: TrialState): TrialState {
  const { decide } = stored
  return {
    ...first,
    kind: stored.kind,
    people: stored.people ?? first.people,
    pilotIn: stored.kind === 'pilot' && stored.percent !== null ? 'percent' : 'people',
    percent: stored.percent ?? first.percent,
    measure: stored.measure,
    afterMinutes: stored.after_minutes,
    pilotDecide: decide === 'bounds' ? 'bounds' : 'owner',
    testDecide: decide === 'bounds' ? first.testDecide : decide,
    minRate: stored.min_rate,
    maxFailed: stored.max_failed,
    maxBlocked: stored.max_blocked,
    maxOptedOut: stored.max_opted_out,
    variants: stored.variants.map(({ template_id, parameters, custom_message, later_minutes }) => ({
      laterMinutes: later_minutes,
      templateId: template_id,
      fillings: Object.fromEntries(
        Object.entries(parameters).map(([key, source]) => [key, fillingOf(source)]),
      ),
      customMessage: custom_message ?? '',
    })),
  }
}
