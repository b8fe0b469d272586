import { hasPaths, type SequenceAfter, type SequenceWay } from '#contract/growth/sequence-paths.ts'
import type {
  SequenceContent,
  SequencePerson,
  SequenceStep,
  SequenceSummary,
  SequenceTotals,
  SequenceTrigger,
} from '#contract/growth/sequences.ts'
import type { Tone } from '#web/components/status.tsx'
import { weekdayName } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

type Names = {
  templates?: readonly { id: number; title: string }[]
  forms?: readonly { id: number; name: string }[]
  segments?: readonly { id: number; name: string }[]
  members?: readonly { id: number; name: string }[]
}

/** `Gets the tag “First order”`. */
export function triggerText(trigger: SequenceTrigger, { forms = [], segments = [] }: Names = {}): string {
  switch (trigger.on) {
    case 'form': {
      const form = forms.find(({ id }) => id === trigger.form_id)
      return form ? t('sequences.trigger.form', { form: form.name }) : t('sequences.trigger.anyForm')
    }
    case 'tag':
      return t('sequences.trigger.tag', { tag: trigger.tag })
    case 'lead':
      return t('sequences.trigger.lead')
    case 'click':
      return trigger.link
        ? t('sequences.trigger.clickOn', { link: trigger.link })
        : t('sequences.trigger.click')
    case 'conversion':
      return trigger.event
        ? t('sequences.trigger.conversionOf', { event: trigger.event })
        : t('sequences.trigger.conversion')
    case 'segment': {
      const segment = segments.find(({ id }) => id === trigger.segment)
      return segment
        ? t('sequences.trigger.segment', { segment: segment.name })
        : t('sequences.trigger.joins')
    }
    case 'date':
      return t('sequences.trigger.date', {
        field: trigger.field,
        days: Math.abs(trigger.days),
        side: trigger.days < 0 ? 'before' : trigger.days > 0 ? 'after' : 'on',
      })
    case 'handover':
      return t('sequences.trigger.handover')
    case 'hand':
      return t('sequences.trigger.hand')
  }
}

/** `Wait 3 days, then until 10:00`. */
export function stepText(
  step: SequenceStep,
  { templates = [], segments = [], members = [] }: Names = {},
): string {
  switch (step.kind) {
    case 'send': {
      const template = templates.find(({ id }) => id === step.template_id)
      return template ? t('sequences.step.send', { template: template.title }) : t('sequences.step.sendNone')
    }
    case 'wait':
      return waitText(step)
    case 'check':
      return t('sequences.step.check', {
        test: step.test,
        tag: step.tag ?? '',
        segment: segments.find(({ id }) => id === step.segment)?.name ?? '',
      })
    case 'tag':
      return t('sequences.step.tag', { tag: step.tag })
    case 'hand_over': {
      const member = members.find(({ id }) => id === step.user_id)
      return member ? t('sequences.step.handOverTo', { name: member.name }) : t('sequences.step.handOver')
    }
  }
}

/** `Yes: goes on. No: goes to step 5.`; null where the next step follows. */
export function waysText(step: SequenceStep): string | null {
  if (step.kind === 'check') return t('sequences.answers', { yes: wayText(step.yes), no: wayText(step.no) })
  if (step.kind === 'hand_over' || step.after === undefined || step.after === 'next') return null
  return typeof step.after === 'string'
    ? t('sequences.endsHere')
    : t('sequences.afterStep', { step: step.after.step + 1 })
}

const wayText = (way: SequenceWay | SequenceAfter): string =>
  typeof way === 'string'
    ? t('sequences.way', { way, step: 0 })
    : t('sequences.way', { way: 'step', step: way.step + 1 })

/** `4. Send “Weekend offer”` where a step names another one by its number; else without it. @param at from 0 */
export const numbered = ({ steps }: SequenceContent, at: number, text: string): string =>
  hasPaths(steps) ? t('sequences.numbered', { number: at + 1, text }) : text

function waitText({ days, hours, at, weekday }: Extract<SequenceStep, { kind: 'wait' }>): string {
  const span =
    days > 0 && hours > 0
      ? t('sequences.wait.both', { days, hours })
      : days > 0
        ? t('sequences.wait.days', { count: days })
        : hours > 0
          ? t('sequences.wait.hours', { count: hours })
          : ''
  const day = weekday === null ? '' : weekdayName(weekday)
  const until =
    at && day
      ? t('sequences.wait.dayAt', { day, at })
      : at
        ? t('sequences.wait.at', { at })
        : day
          ? t('sequences.wait.day', { day })
          : ''
  if (span && until) return t('sequences.wait.spanUntil', { span, until })
  if (until) return t('sequences.wait.until', { until })
  return span ? t('sequences.wait.span', { span }) : t('sequences.wait.none')
}

export const stateTone: Record<ReturnType<typeof shownState>, Tone> = {
  draft: 'wait',
  running: 'sent',
  waiting: 'yours',
  paused: 'yours',
}

/** One that runs while its due messages wait is not shown as running. */
export const shownState = ({ state, waits }: Pick<SequenceSummary, 'state' | 'waits'>) =>
  state === 'running' && waits ? 'waiting' : state

/** Whether a person's next step is due and does not come. */
export const isStepWaiting = (
  { state, waits }: Pick<SequenceSummary, 'state' | 'waits'>,
  { due_at }: Pick<SequencePerson, 'due_at'>,
  now: number,
): boolean => due_at !== null && Date.parse(due_at) <= now && (state === 'paused' || waits !== null)

export const stoppedCount = ({ stopped }: SequenceTotals): number =>
  stopped.reduce((sum, { count }) => sum + count, 0)
