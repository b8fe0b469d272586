import type { FlowDefinition } from '#contract/chatbot/chatbot.ts'
import type { BotNote } from '#server/features/conversations/conversations.ts'
import { advance } from '../engine/advance.ts'
import {
  type BotEvent,
  type Effect,
  newSession,
  type Session,
  type StopReason,
  type TraceEntry,
} from '../engine/session.ts'
import type { StoredRule } from '../match/match.ts'
import type { Flows, Place } from './load.ts'

/** What happened in one conversation, to be written in one transaction. */
export type Turn = {
  place: Place
  sends: {
    effect: Extract<Effect, { effect: 'send' }>
    run: number
    cause: string | null
    flowId: number | null
  }[]
  effects: Effect[]
  /** What happened outside of the flow. */
  notes: BotNote[]
  events: { flowId: number; version: number; entry: Partial<TraceEntry>; kind: EventKind }[]
  /** The bot gave the conversation to a person. */
  stopped: StopReason | null
  /** Calls that wait for their result: by job, after the transaction. */
  calls: Extract<Effect, { effect: 'http' | 'ai' | 'file' }>[]
  timer: Date | null
  changed: boolean
}
type EventKind = 'entered' | 'left' | 'completed' | 'handed_over'

export const newTurn = (place: Place): Turn => ({
  place,
  sends: [],
  effects: [],
  notes: [],
  events: [],
  stopped: null,
  calls: [],
  timer: null,
  changed: false,
})

/** Flows that start each other without a question. */
const mostStarts = 5
const guards: ReadonlySet<StopReason> = new Set([
  'too_many_messages',
  'same_message',
  'automatic_sender',
  'too_many_steps',
])
export const isGuard = (reason: StopReason): boolean => guards.has(reason)

/** Whether the person stands in a flow that waits for something. */
export const isInFlow = ({ place }: Turn): boolean =>
  place.session?.step != null &&
  place.flow !== null &&
  (place.expiresAt === null || place.expiresAt > place.context.now)

/** Takes the person's flow on. */
export async function takeOn(turn: Turn, event: BotEvent, flows: Flows): Promise<void> {
  const { flow, session } = turn.place
  if (!flow || !session || flow.id === null) return
  const definition = await flows.definition(flow.id, flow.version)
  if (!definition) return
  await apply(turn, event, definition, flows, 0)
}

/** Starts a flow from its beginning, in the version that is published now. */
export async function startFlow(
  turn: Turn,
  flowId: number,
  text: string,
  flows: Flows,
  starts = 0,
): Promise<void> {
  const { place } = turn
  const version = starts < mostStarts ? flows.versionOf(flowId) : undefined
  const definition = version === undefined ? undefined : await flows.definition(flowId, version)
  if (starts > 0) countLeadingOn(turn, definition !== undefined)
  if (version === undefined || !definition) {
    turn.stopped = starts >= mostStarts ? 'too_many_steps' : 'flow_not_published'
    turn.changed = true
    return
  }
  const kept = starts > 0 ? (place.session?.variables ?? {}) : {}
  place.run += 1
  place.flow = { id: flowId, version }
  place.session = { ...newSession(place.session ?? undefined), variables: kept }
  turn.events.push({ flowId, version, entry: {}, kind: 'entered' })
  await apply(turn, starts > 0 ? { type: 'continue' } : { type: 'start', text }, definition, flows, starts)
}

/** The flow that led to another one is completed, unless the other one cannot be started. */
function countLeadingOn({ place, events }: Turn, isStarted: boolean): void {
  const { flow } = place
  if (!flow || flow.id === null) return
  const kind = isStarted ? 'completed' : 'handed_over'
  events.push({ flowId: flow.id, version: flow.version, entry: {}, kind })
}

/** One action of a rule is a flow of one step: the same guards hold. */
export async function actOn(turn: Turn, rule: StoredRule, text: string, flows: Flows): Promise<void> {
  const { action } = rule
  if (action.kind === 'flow') return await startFlow(turn, action.flow_id, text, flows)
  const { place } = turn
  place.run += 1
  place.flow = null
  place.session = newSession(place.session ?? undefined)
  await apply(turn, { type: 'start', text }, oneStep(rule), flows, 0)
}

function oneStep({ action, id }: StoredRule): FlowDefinition {
  const at = { name: '', x: 0, y: 0 }
  const end = { ...at, id: 'end', kind: 'end' as const, text: '', next: {} }
  const step = { ...at, id: `rule-${id}`, next: { next: 'end' } }
  switch (action.kind) {
    case 'reply':
      return { start: step.id, steps: [{ ...step, kind: 'text', text: action.text }, end] }
    case 'tag':
      return { start: step.id, steps: [{ ...step, kind: 'tag', change: 'add', tag: action.tag }, end] }
    case 'assign':
      return { start: step.id, steps: [{ ...step, kind: 'assign', user_id: action.user_id }, end] }
    default:
      return { start: step.id, steps: [{ ...step, kind: 'hand_over', text: '', next: {} }] }
  }
}

async function apply(
  turn: Turn,
  event: BotEvent,
  definition: FlowDefinition,
  flows: Flows,
  starts: number,
): Promise<void> {
  const { place } = turn
  const { flow, run, cause } = place
  await flows.readSender(place, definition)
  const context = {
    ...place.context,
    canSend: (template: string, language: string, parameters: readonly string[]) =>
      flows.canSend(place, template, language, parameters),
    mediaOf: (fileId: number) => flows.mediaOf(place, fileId),
  }
  const before = place.session!
  const { session, effects, trace } = advance(before, event, definition, context)
  place.session = session
  turn.changed = true
  // Who wrote two messages at once goes on waiting for what the first one began.
  if (!isWaitingOn(before, session)) {
    turn.timer = null
    turn.calls = []
  }
  if (flow && flow.id !== null) {
    const of = { flowId: flow.id, version: flow.version }
    for (const entry of trace) {
      // A step that waited was entered when it began to.
      if (entry.port === null || !waited.has(entry.kind)) turn.events.push({ ...of, entry, kind: 'entered' })
      if (entry.port !== null) turn.events.push({ ...of, entry, kind: 'left' })
    }
    const last = effects.at(-1)
    if (last?.effect === 'end') {
      turn.events.push(
        { ...of, entry: { step: last.step }, kind: 'completed' },
        { ...of, entry: {}, kind: 'completed' },
      )
    }
    if (last?.effect === 'hand_over') {
      if (last.step) turn.events.push({ ...of, entry: { step: last.step }, kind: 'handed_over' })
      turn.events.push({ ...of, entry: {}, kind: 'handed_over' })
    }
  }
  for (const effect of effects) {
    if (effect.effect === 'send') turn.sends.push({ effect, run, cause, flowId: flow?.id ?? null })
    else if (effect.effect === 'hand_over') turn.stopped = effect.reason
    else if (effect.effect === 'timer') turn.timer = new Date(effect.due)
    else if (effect.effect === 'http' || effect.effect === 'ai' || effect.effect === 'file')
      turn.calls.push(effect)
    else turn.effects.push(effect)
  }
  const next = effects.find((effect) => effect.effect === 'flow')
  if (next) await startFlow(turn, next.flow_id, '', flows, starts + 1)
}

const isWaitingOn = (before: Session, now: Session): boolean =>
  now.step !== null &&
  now.step === before.step &&
  now.waits === before.waits &&
  now.visits[now.step] === before.visits[now.step]

/** A template could not be queued after all: the conversation is a person's from there, and nothing after it is said. */
export function failTemplate(turn: Turn, send: Turn['sends'][number]): void {
  const { place } = turn
  const { flowId } = send
  const version = turn.events.findLast((event) => event.flowId === flowId)?.version
  const begun = turn.events.findLastIndex(
    ({ flowId: id, kind, entry }) => id === flowId && kind === 'entered' && entry.step === undefined,
  )
  place.session = newSession(place.session ?? undefined)
  turn.stopped = 'template_failed'
  turn.timer = null
  turn.calls = []
  turn.events = turn.events.filter(
    ({ kind }, nr) => nr < begun || (kind !== 'completed' && kind !== 'handed_over'),
  )
  if (flowId === null || version === undefined) return
  for (const entry of [{ step: send.effect.step }, {}])
    turn.events.push({ flowId, version, entry, kind: 'handed_over' })
}

const waited: ReadonlySet<string> = new Set(['buttons', 'list', 'question', 'wait', 'http', 'ai'])
