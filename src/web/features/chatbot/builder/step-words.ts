import type { FlowProblem } from '#contract/chatbot/check.ts'
import { portsOf, type Step } from '#contract/chatbot/flow.ts'
import { formatDuration } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { kindName } from './step-icons.ts'

export const titleOf = (step: Pick<Step, 'name' | 'kind'>): string => step.name.trim() || kindName(step.kind)

/** What a way out of a step is called; the only way has no name. */
export function wayName(step: Step, port: string): string {
  if (port.startsWith('answer:')) {
    const id = port.slice('answer:'.length)
    const choices = step.kind === 'buttons' ? step.buttons : step.kind === 'list' ? step.rows : []
    return choices.find((choice) => choice.id === id)?.title || t('chatbot.way.untitled')
  }
  if (port === 'timeout') {
    const minutes = 'timeout_minutes' in step ? (step.timeout_minutes ?? 0) : 0
    return t('chatbot.way.timeout', { time: formatDuration(minutes * 60) })
  }
  if (port === 'next') return portsOf(step).length === 1 ? '' : t('chatbot.way.next', { kind: step.kind })
  return t('chatbot.way.other', { port, kind: step.kind })
}

/** A step in one line, as its card says it. */
export function summaryOf(
  step: Step,
  names: { flows: ReadonlyMap<number, string>; members: ReadonlyMap<number, string> },
): string {
  switch (step.kind) {
    case 'text':
    case 'note':
    case 'buttons':
    case 'list':
    case 'question':
    case 'hand_over':
    case 'end':
      return step.text
    case 'media':
      return step.caption || step.file_name || step.link
    case 'template':
      return step.template
    case 'tag':
      return t('chatbot.summary.tag', { change: step.change, tag: step.tag })
    case 'field':
      return step.field ? t('chatbot.summary.field', { field: step.field, value: step.value }) : ''
    case 'assign':
      return step.user_id === null ? t('chatbot.summary.toTeam') : (names.members.get(step.user_id) ?? '')
    case 'flow':
      return step.flow_id === null ? '' : (names.flows.get(step.flow_id) ?? '')
    case 'wait':
      return formatDuration(step.minutes * 60)
    case 'http':
      return step.url ? `${step.method} ${step.url}` : ''
    case 'ai':
      return t('chatbot.summary.ai')
    case 'condition':
      return conditionWords(step.of)
  }
}

/** What a condition compares. */
export function conditionWords(of: Extract<Step, { kind: 'condition' }>['of']): string {
  switch (of.of) {
    case 'tag':
      return of.tag ? t('chatbot.summary.hasTag', { tag: of.tag }) : ''
    case 'variable':
      return t('chatbot.summary.compare', { name: of.variable, is: of.is, value: of.value })
    case 'field':
      return of.field ? t('chatbot.summary.compare', { name: of.field, is: of.is, value: of.value }) : ''
    case 'office_hours':
      return t('chatbot.summary.open')
    case 'time':
      return t('chatbot.summary.time', { from: clock(of.from), to: clock(of.to) })
  }
}

/** Minutes of the day as `09:00`. */
export const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** What is wrong, and what to do. */
export function problemWords({ code, params }: FlowProblem, step: Step | undefined): string {
  const port = typeof params.port === 'string' ? params.port : ''
  return t('chatbot.problem', {
    code,
    way: step && port ? wayName(step, port) || t('chatbot.builder.next') : '',
    variable: String(params.variable ?? ''),
    most: Number(params.most ?? 0),
    reason: String(params.reason ?? ''),
    header: String(params.header ?? ''),
    count: Number(params.count ?? 0),
  })
}
