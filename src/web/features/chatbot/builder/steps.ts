import { type FlowDefinition, limits, portsOf, type Step, type StepKind } from '#contract/chatbot/flow.ts'
import { browserZone } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/** The card "Starts when": its way leads to the first step. */
export const startId = '$start'

/** Names of steps, buttons and rows: short, and the same nowhere in a flow. */
export const freshId = (): string => `s${crypto.randomUUID().replaceAll('-', '').slice(0, 10)}`

export function newStep(kind: StepKind, at: { x: number; y: number }): Step {
  const base = { id: freshId(), name: '', x: Math.round(at.x), y: Math.round(at.y), next: {} }
  const late = { timeout_minutes: null }
  switch (kind) {
    case 'text':
    case 'note':
      return { ...base, kind, text: '' }
    case 'media':
      return { ...base, kind, media: 'image', file_id: null, link: '', caption: '', file_name: '' }
    case 'buttons':
      return { ...base, ...late, kind, text: '', buttons: [{ id: freshId(), title: '' }], variable: null }
    case 'list':
      return {
        ...base,
        ...late,
        kind,
        text: '',
        button: t('chatbot.form.choose'),
        rows: [{ id: freshId(), title: '', description: '' }],
        variable: null,
      }
    case 'template':
      return { ...base, kind, template: '', language: '', parameters: [] }
    case 'question':
      return {
        ...base,
        ...late,
        kind,
        text: '',
        answer: 'text',
        variable: 'answer',
        choices: [],
        repeat_text: '',
        min: null,
        max: null,
      }
    case 'condition':
      return { ...base, kind, of: { of: 'tag', tag: '' } }
    case 'tag':
      return { ...base, kind, change: 'add', tag: '' }
    case 'field':
      return { ...base, kind, field: '', value: '' }
    case 'assign':
      return { ...base, kind, user_id: null }
    case 'flow':
      return { ...base, kind, flow_id: null }
    case 'wait':
      return { ...base, kind, minutes: 60 }
    case 'http':
      return { ...base, kind, method: 'GET', url: '', headers: [], body: '', outputs: [] }
    case 'ai':
      return { ...base, kind, question: null }
    case 'hand_over':
    case 'end':
      return { ...base, kind, text: '' }
  }
}

/** A new condition of a kind. */
export function newCondition(of: string): Extract<Step, { kind: 'condition' }>['of'] {
  if (of === 'variable') return { of, variable: 'answer', is: 'is', value: '' }
  if (of === 'field') return { of, field: '', is: 'is', value: '' }
  if (of === 'office_hours') return { of }
  if (of === 'time') return { of, from: 540, to: 1080, days: [], zone: browserZone() }
  return { of: 'tag', tag: '' }
}

/** Ways whose button or row is gone go with it. */
export function tidied(step: Step): Step {
  const ports = new Set(portsOf(step).map(({ port }) => port))
  const next = Object.fromEntries(Object.entries(step.next).filter(([port]) => ports.has(port)))
  return Object.keys(next).length === Object.keys(step.next).length ? step : { ...step, next }
}

export const replaced = (flow: FlowDefinition, step: Step): FlowDefinition => ({
  ...flow,
  steps: flow.steps.map((old) => (old.id === step.id ? tidied(step) : old)),
})

export function connected(
  flow: FlowDefinition,
  from: string,
  port: string,
  to: string | null,
): FlowDefinition {
  if (from === startId) return { ...flow, start: to }
  const target = to === startId ? null : to
  return {
    ...flow,
    steps: flow.steps.map((step) => {
      if (step.id !== from) return step
      const { [port]: _was, ...others } = step.next
      return { ...step, next: target === null ? others : { ...others, [port]: target } }
    }),
  }
}

/** A further step; it becomes the first one where there is none. Null: the flow is full. */
export function added(
  flow: FlowDefinition,
  step: Step,
  from?: { id: string; port: string },
): FlowDefinition | null {
  if (flow.steps.length >= limits.steps) return null
  const more = { start: flow.start ?? step.id, steps: [...flow.steps, step] }
  return from ? connected(more, from.id, from.port, step.id) : more
}

export function without(flow: FlowDefinition, ids: readonly string[]): FlowDefinition {
  const gone = new Set(ids)
  return {
    start: flow.start !== null && gone.has(flow.start) ? null : flow.start,
    steps: flow.steps
      .filter(({ id }) => !gone.has(id))
      .map((step) =>
        Object.values(step.next).some((to) => gone.has(to))
          ? { ...step, next: Object.fromEntries(Object.entries(step.next).filter(([, to]) => !gone.has(to))) }
          : step,
      ),
  }
}

export function placed(
  flow: FlowDefinition,
  places: ReadonlyMap<string, { x: number; y: number }>,
): FlowDefinition {
  return {
    ...flow,
    steps: flow.steps.map((step) => {
      const at = places.get(step.id)
      return at && (at.x !== step.x || at.y !== step.y) ? { ...step, ...at } : step
    }),
  }
}

/** A second step of the same kind beside it, not connected. */
export const copyOf = (step: Step): Step => ({
  ...step,
  id: freshId(),
  x: step.x + 40,
  y: step.y + 40,
  next: {},
})
