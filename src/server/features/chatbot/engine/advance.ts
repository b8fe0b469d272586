import {
  type FlowDefinition,
  limits,
  portsOf,
  type Step,
  type StepOf,
  type StopReason,
} from '#contract/chatbot/chatbot.ts'
import { chosen, readAnswer } from './answers.ts'
import { isTrue } from './conditions.ts'
import { forgetLoops, guardSend } from './loops.ts'
import { type Asking, choicesOf, isAsking, isOfOther, questionOf, shownChoices } from './question.ts'
import type { Advanced, BotEvent, Context, Effect, Session } from './session.ts'
import { cut, fillAddress, fillJson, fillText, isBlank, valueAt } from './texts.ts'
import { valuesOf } from './values.ts'

type Message = Extract<Effect, { effect: 'send' }>['message']

/** Nobody reads, and types the same again, so fast. */
const quickMs = 2000
const mostQuick = 3
/** Steps without a question or a wait. */
const mostSteps = 100

/**
 * Takes a person's session on by one event. Pure: what is to be done is given back as effects, and nothing is sent,
 * stored or called here.
 */
export function advance(
  before: Session,
  event: BotEvent,
  definition: FlowDefinition,
  context: Context,
): Advanced {
  const session: Session = {
    ...before,
    variables: { ...before.variables },
    visits: { ...before.visits },
  }
  const run = { session, effects: [], trace: [], context, steps: stepsOf(definition) } satisfies Run
  if (event.type === 'start' || event.type === 'message') takeInput(run, event.text)
  if (session.quick >= mostQuick) handOver(run, session.step, 'automatic_sender')
  else if (event.type === 'start' || event.type === 'continue') go(run, definition.start)
  else takeOn(run, event)
  return { session, effects: run.effects, trace: run.trace }
}

type Run = Advanced & { context: Context; steps: Map<string, Step> }

const known = new WeakMap<FlowDefinition, Map<string, Step>>()
function stepsOf(definition: FlowDefinition): Map<string, Step> {
  const before = known.get(definition)
  if (before) return before
  const steps = new Map(definition.steps.map((step) => [step.id, step]))
  known.set(definition, steps)
  return steps
}

/** A person's message ends the row of unanswered ones; the same words at once, again and again, are a machine's. */
function takeInput({ session, context }: Run, text: string): void {
  const since = session.last_at
    ? context.now.getTime() - Date.parse(session.last_at)
    : Number.POSITIVE_INFINITY
  const isSame = text !== '' && text === session.last_input
  session.quick = isSame && since < quickMs ? session.quick + 1 : 0
  session.last_input = cut(text, 4096)
  session.unanswered = 0
  session.variables.last_message = session.last_input
}

function takeOn(run: Run, event: Exclude<BotEvent, { type: 'start' | 'continue' }>): void {
  const { session, context } = run
  const step = session.step === null ? undefined : run.steps.get(session.step)
  if (!step) return
  if (event.type === 'message') {
    if (session.waits === 'window') go(run, step.id)
    else if (session.waits === 'answer') takeAnswer(run, step, event)
    return
  }
  if (event.type === 'timer') {
    if (session.due === null || Date.parse(session.due) > context.now.getTime()) return
    if (session.waits === 'timer') leave(run, step, 'next')
    else if (session.waits === 'answer') leave(run, step, 'timeout', null, 'no_next_step')
    return
  }
  if (event.type === 'not_reached') {
    if (session.waits === 'answer') handOver(run, step.id, event.reason)
    return
  }
  if (event.type === 'http_result' && session.waits === 'http' && step.kind === 'http') {
    const json = event.json === null ? undefined : parsed(event.json)
    if (json === undefined) {
      leave(run, step, 'failed', null, 'http_failed')
      return
    }
    for (const { path, variable } of step.outputs) session.variables[variable] = valueAt(json, path) ?? ''
    leave(run, step, 'next')
  }
  if (event.type === 'file_result' && session.waits === 'file' && step.kind === 'media') {
    const isThere = event.ok && step.file_id !== null && context.mediaOf(step.file_id) !== null
    if (isThere) go(run, step.id)
    else handOver(run, step.id, 'file_failed')
    return
  }
  if (event.type === 'ai_result' && session.waits === 'ai') {
    if (event.text === null || isBlank(event.text)) {
      const isLeft = step.next.unknown === undefined && context.windowOpen
      if (isLeft && !say(run, step, { type: 'text', text: event.sorry })) return
      leave(run, step, 'unknown', null, event.failed ? 'ai_failed' : 'ai_unknown')
      return
    }
    if (say(run, step, { type: 'text', text: cut(event.text, limits.text) })) leave(run, step, 'next')
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function takeAnswer(run: Run, step: Step, given: { text: string; answerId: string | null }): void {
  const { session } = run
  if (!isAsking(step)) return
  // Pressed twice, or further up: it answers what was asked there, not this.
  if (isOfOther(run.steps, step.id, given.answerId)) {
    repeat(run, step)
    return
  }
  // A session of before the shown ones were kept has none.
  const shown = session.shown.length > 0 ? session.shown : shownChoices(step, (text) => fill(run, text))
  if (step.kind !== 'question') {
    const choice = chosen(shown, step.id, given)
    if (choice) {
      if (step.variable) session.variables[step.variable] = choice.title
      // Figures count a choice, whatever stood in it for each person.
      const written = choicesOf(step).find(({ id }) => id === choice.id)
      leave(run, step, `answer:${choice.id}`, written?.title ?? choice.title)
      return
    }
    if (step.next.other !== undefined) {
      leave(run, step, 'other', cut(given.text, 200))
      return
    }
  } else {
    const answer = readAnswer(step, shown, given)
    if (answer !== undefined) {
      session.variables[step.variable] = cut(answer, 4000)
      leave(run, step, 'next', cut(answer, 200))
      return
    }
  }
  repeat(run, step)
}

function repeat(run: Run, step: Asking): void {
  const { session } = run
  if (session.repeats >= limits.repeats) {
    leave(run, step, 'invalid', null, 'invalid_answer')
    return
  }
  session.repeats += 1
  ask(run, step, true)
}

/** Takes steps until one waits or the flow is over. */
function go(run: Run, first: string | null): void {
  const { session } = run
  let next = first
  for (let taken = 0; ; taken++) {
    const step = next === null ? undefined : run.steps.get(next)
    if (!step) {
      handOver(run, next, 'no_next_step')
      return
    }
    if (taken >= mostSteps) {
      handOver(run, step.id, 'too_many_steps')
      return
    }
    session.step = step.id
    session.waits = null
    session.due = null
    session.repeats = 0
    session.visits[step.id] = (session.visits[step.id] ?? 0) + 1
    const port = take(run, step)
    if (port === undefined) return
    run.trace.push({ step: step.id, kind: step.kind, port, answer: null })
    const after = step.next[port]
    if (after === undefined) {
      handOver(run, step.id, reasonOf(run, step, port))
      return
    }
    next = after
  }
}

function reasonOf(run: Run, step: Step, port: string): StopReason {
  if (port !== 'failed' || step.kind !== 'template') return 'no_next_step'
  return step.parameters.some((one) => isBlank(fill(run, one))) ? 'missing_variable' : 'template_failed'
}

/** Leaves a step that waited. */
function leave(
  run: Run,
  step: Step,
  port: string,
  answer: string | null = null,
  reason: StopReason = 'no_next_step',
): void {
  const isKnown = portsOf(step).some((one) => one.port === port)
  run.trace.push({ step: step.id, kind: step.kind, port, answer })
  const next = isKnown ? step.next[port] : undefined
  if (next === undefined) handOver(run, step.id, reason)
  else go(run, next)
}

/** @returns the port by which the step is left; undefined: it waits, or the flow is over. */
function take(run: Run, step: Step): string | undefined {
  const { session, effects, context } = run
  switch (step.kind) {
    case 'text':
      return say(run, step, { type: 'text', text: fill(run, step.text) }) ? 'next' : undefined
    case 'media': {
      const mediaId = step.file_id === null ? null : context.mediaOf(step.file_id)
      if (step.file_id !== null && mediaId === null) {
        effects.push({ effect: 'file', step: step.id, file_id: step.file_id })
        // Not in the trace: the step is entered when it sends.
        session.waits = 'file'
        return undefined
      }
      const message: Message = {
        type: 'media',
        media: step.media,
        link: step.file_id === null ? fillAddress(step.link, valuesOf(run)) : '',
        file_id: step.file_id,
        media_id: mediaId,
        text: cut(fill(run, step.caption), limits.caption),
        file_name: step.file_name,
      }
      return say(run, step, message) ? 'next' : undefined
    }
    case 'buttons':
    case 'list':
    case 'question':
      ask(run, step, false)
      return undefined
    case 'template': {
      const parameters = step.parameters.map((one) => fill(run, one))
      if (parameters.some(isBlank) || !context.canSend(step.template, step.language, parameters))
        return 'failed'
      const { template, language } = step
      return say(run, step, { type: 'template', template, language, parameters }) ? 'next' : undefined
    }
    case 'condition':
      return isTrue(step.of, session.variables, context) ? 'yes' : 'no'
    case 'tag': {
      const tag = fill(run, step.tag).trim().slice(0, 100)
      if (step.change === 'add') context.tags.add(tag)
      else context.tags.delete(tag)
      effects.push({ effect: 'tag', step: step.id, change: step.change, tag })
      return 'next'
    }
    case 'field': {
      const value = fill(run, step.value)
      context.fields.set(step.field, value)
      effects.push({ effect: 'field', step: step.id, field: step.field, value })
      return 'next'
    }
    case 'assign':
      effects.push({ effect: 'assign', step: step.id, user_id: step.user_id })
      return 'next'
    case 'note':
      effects.push({ effect: 'note', step: step.id, text: cut(fill(run, step.text), limits.text) })
      return 'next'
    case 'wait':
      wait(run, step, 'timer', step.minutes)
      return undefined
    case 'http':
      callAddress(run, step)
      return undefined
    case 'ai': {
      const question = session.variables[step.question ?? 'last_message'] ?? ''
      effects.push({ effect: 'ai', step: step.id, question })
      wait(run, step, 'ai', null)
      return undefined
    }
    case 'flow':
      over(run, step)
      if (step.flow_id === null) {
        handOver(run, step.id, 'flow_not_published')
        return undefined
      }
      effects.push({ effect: 'flow', step: step.id, flow_id: step.flow_id })
      return undefined
    case 'hand_over':
      if (isBlank(step.text) || say(run, step, { type: 'text', text: fill(run, step.text) })) {
        run.trace.push({ step: step.id, kind: step.kind, port: null, answer: null })
        handOver(run, step.id, 'flow')
      }
      return undefined
    case 'end':
      if (isBlank(step.text) || say(run, step, { type: 'text', text: fill(run, step.text) })) {
        over(run, step)
        effects.push({ effect: 'end', step: step.id })
      }
      return undefined
  }
}

function callAddress(run: Run, step: StepOf<'http'>): void {
  const values = valuesOf(run)
  run.effects.push({
    effect: 'http',
    step: step.id,
    method: step.method,
    url: fillAddress(step.url, values),
    headers: step.headers.map((one) => ({
      name: one.name,
      value: 'secret' in one ? null : fillText(one.value, values),
    })),
    body: fillJson(step.body, values),
  })
  wait(run, step, 'http', null)
}

function ask(run: Run, step: Asking, again: boolean): void {
  const { session } = run
  if (again) session.visits[step.id] = (session.visits[step.id] ?? 0) + 1
  const shown = shownChoices(step, (text) => fill(run, text))
  const message = questionOf(step, again, shown, (text) => fill(run, text))
  if (!message) {
    handOver(run, step.id, 'missing_variable')
    return
  }
  if (!say(run, step, message, again)) return
  session.shown = shown
  wait(run, step, 'answer', step.timeout_minutes)
}

/** @returns false where nothing may be sent: then the step waits, or the bot stops. */
function say(run: Run, step: Step, message: Message, again = false): boolean {
  const { session, context } = run
  const text =
    message.type === 'template' ? `${message.template} ${message.parameters.join(' ')}` : message.text
  if (message.type !== 'media' && message.type !== 'template' && isBlank(text)) {
    handOver(run, step.id, 'missing_variable')
    return false
  }
  if (!context.windowOpen && message.type !== 'template') {
    wait(run, step, 'window', null)
    return false
  }
  const file = message.type === 'media' ? message.link || message.file_id : ''
  const print = `${message.type} ${file} ${text}`
  const guard = guardSend(session, context.now, { print, asks: isAsking(step), again })
  if (guard) {
    handOver(run, step.id, guard)
    return false
  }
  run.effects.push({
    effect: 'send',
    step: step.id,
    visit: session.visits[step.id] ?? 1,
    message: message.type === 'text' ? { ...message, text: cut(text, limits.text) } : message,
  })
  return true
}

function wait(run: Run, step: Step, waits: NonNullable<Session['waits']>, minutes: number | null): void {
  const { session, context, effects } = run
  session.step = step.id
  session.waits = waits
  session.due = minutes === null ? null : new Date(context.now.getTime() + minutes * 60_000).toISOString()
  if (session.due) effects.push({ effect: 'timer', step: step.id, due: session.due })
  run.trace.push({ step: step.id, kind: step.kind, port: null, answer: null })
}

function over({ session, trace }: Run, step: Step): void {
  trace.push({ step: step.id, kind: step.kind, port: null, answer: null })
  session.step = null
  session.waits = null
  session.due = null
}

function handOver(run: Run, step: string | null, reason: StopReason): void {
  run.session.step = null
  run.session.waits = null
  run.session.due = null
  forgetLoops(run.session)
  run.effects.push({ effect: 'hand_over', step, reason })
}

const fill = (run: Run, text: string): string => fillText(text, valuesOf(run))
