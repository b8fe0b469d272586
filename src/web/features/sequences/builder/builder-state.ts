import { noText } from '#contract/campaigns/parameters.ts'
import { hasPaths, pathProblems } from '#contract/growth/sequence-paths.ts'
import {
  needsSegment,
  needsTag,
  type Sequence,
  type SequenceContent,
  type SequenceStep,
  type SequenceTrigger,
} from '#contract/growth/sequences.ts'
import { unwrittenTexts } from '#web/features/campaigns/campaigns.ts'
import { t } from '#web/messages/t.ts'

/**
 * A step with a name of its own, so that it keeps its place on the screen when others move. Here its ways name a later
 * step by that key, so that they stay with it.
 */
export type EditedStep = { key: number; step: SequenceStep }
export type Edited = Omit<SequenceContent, 'steps'> & {
  name: string
  phoneNumberId: string | null
  steps: EditedStep[]
}

let keys = 0
export const editedStep = (step: SequenceStep): EditedStep => ({ key: ++keys, step })

const editedSteps = (steps: readonly SequenceStep[]): EditedStep[] => {
  const edited = steps.map(editedStep)
  return edited.map(({ key, step }) => ({ key, step: mapped(step, (at) => edited[at]?.key ?? 0) }))
}

/** The steps as they are saved: ways name steps from 0. A way to a removed step leads past the end, and is refused. */
const savedSteps = (steps: readonly EditedStep[]): SequenceStep[] => {
  const placeOf = (key: number): number => {
    const at = steps.findIndex((one) => one.key === key)
    return at < 0 ? steps.length : at
  }
  return steps.map(({ step }) => cleaned(mapped(step, placeOf)))
}

function mapped(step: SequenceStep, to: (step: number) => number): SequenceStep {
  const way = <T>(one: T | { step: number }): T | { step: number } =>
    typeof one === 'object' && one !== null && 'step' in one ? { step: to(one.step) } : one
  if (step.kind === 'check') return { ...step, yes: way(step.yes), no: way(step.no) }
  return step.kind === 'hand_over' || step.after === undefined ? step : { ...step, after: way(step.after) }
}

/** Whether steps show what follows them: a path leads past a step, or ends before the last one. */
export const showsPaths = (steps: readonly EditedStep[]): boolean => hasPaths(steps.map(({ step }) => step))

/** What a new sequence begins with: a message, a wait and a message; not at night, not too often. */
export function startOf(sequence: Sequence | null): Edited {
  if (!sequence) {
    return {
      name: '',
      phoneNumberId: null,
      trigger: { on: 'tag', tag: '' },
      again: false,
      clock: 'business',
      stops: { reply: true, conversion: true, tag: null, goal_tag: null },
      quiet: { from: '20:00', to: '08:00' },
      cap: { messages: 2, days: 7 },
      steps: [newStep('send'), newStep('wait'), newStep('send')].map(editedStep),
    }
  }
  const { content, name, phone_number_id } = sequence
  return { ...content, name, phoneNumberId: phone_number_id, steps: editedSteps(content.steps) }
}

export function newStep(kind: SequenceStep['kind']): SequenceStep {
  switch (kind) {
    case 'send':
      return { kind, template_id: 0, parameters: {} }
    case 'wait':
      return { kind, days: 3, hours: 0, at: '10:00', weekday: null }
    case 'check':
      return { kind, test: 'tag', tag: '', yes: 'goal', no: 'next' }
    case 'tag':
      return { kind, tag: '' }
    case 'hand_over':
      return { kind, user_id: null, note: '' }
  }
}

/** The call's body. */
export const valuesOf = ({ name, phoneNumberId, steps, quiet, ...content }: Edited) => ({
  name: name.trim(),
  phone_number_id: phoneNumberId,
  content: {
    ...content,
    // Those of a country go by each person's own clock.
    quiet: quiet && content.clock === 'business' ? { from: quiet.from, to: quiet.to } : quiet,
    steps: savedSteps(steps),
  },
})

/** A check has only what it asks for. */
const cleaned = (step: SequenceStep): SequenceStep =>
  step.kind === 'check'
    ? {
        ...step,
        tag: needsTag(step) ? step.tag : null,
        segment: needsSegment(step) ? step.segment : undefined,
      }
    : step

const isTriggerOpen = (trigger: SequenceTrigger): boolean =>
  (trigger.on === 'tag' && !trigger.tag.trim()) ||
  (trigger.on === 'segment' && trigger.segment === 0) ||
  (trigger.on === 'date' && (trigger.field === '' || trigger.at === ''))

/** What is missing, by field: `name`, `trigger`, `steps.0`. */
export function faultsOf({ name, trigger, steps, quiet }: Edited): Record<string, string> {
  const required = t('sequences.required')
  const faults: Record<string, string> = {}
  if (!name.trim()) faults.name = required
  if (isTriggerOpen(trigger)) faults.trigger = required
  if (!steps.some(({ step }) => step.kind === 'send')) faults.steps = t('sequences.noMessage')
  if (quiet && (!quiet.from || !quiet.to)) faults.quiet = required
  for (const [at, { step }] of steps.entries()) {
    if (step.kind === 'send' && step.template_id === 0) faults[`steps.${at}`] = t('sequences.chooseTemplate')
    else if (step.kind === 'send' && unwrittenTexts(step.parameters).length > 0)
      faults[`steps.${at}`] = noText()
    if ((step.kind === 'tag' || needsTag(step)) && !step.tag?.trim()) faults[`steps.${at}`] = required
    if (needsSegment(step) && step.segment === undefined) faults[`steps.${at}`] = required
  }
  for (const { at, problem } of pathProblems(savedSteps(steps)))
    faults[problem === 'laterStep' ? `ways.${at}` : `paths.${at}`] = t(`sequences.${problem}`)
  return faults
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
