import {
  builtInVariables,
  type Comparison,
  type FlowDefinition,
  limits,
  portsOf,
  type Step,
  waitsFor,
} from './flow.ts'
import { hostOfAddress, isHttps } from './secrets.ts'

export const problemCodes = [
  'no_start',
  'same_id',
  'unknown_step',
  'unknown_port',
  'dead_end',
  'unreachable',
  'endless',
  'missing_variable',
  'text_missing',
  'text_too_long',
  'no_buttons',
  'too_many_buttons',
  'no_rows',
  'too_many_rows',
  'title_missing',
  'title_too_long',
  'description_too_long',
  'same_title',
  'no_choices',
  'range',
  'address',
  'file_missing',
  'not_json',
  'value_missing',
  'secret_missing',
  'template_missing',
  'template_not_sendable',
  'template_variables',
  'ai_off',
  'secret_elsewhere',
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** What is wrong with a flow. The last five codes are of the server: they depend on the business. `step` is null where it is the flow itself. */
export type FlowProblem = {
  step: string | null
  code: ProblemCode
  params: Record<string, string | number>
}

/** What the server found in a step that is still as it was then. */
export function stillHolds({ code, params }: FlowProblem, step: Step | undefined): boolean {
  if (code === 'ai_off') return step?.kind === 'ai'
  if (code === 'secret_elsewhere') {
    const names =
      step?.kind === 'http' && step.headers.some((one) => 'secret' in one && one.secret === params.secret)
    return names && hostOfAddress(step.url) === params.host
  }
  const isSame =
    step?.kind === 'template' && step.template === params.template && step.language === params.language
  if (code === 'template_variables') return isSame && step.parameters.length === params.given
  return isSame && (code === 'template_missing' || code === 'template_not_sendable')
}

/** A step that no step leads to does no harm. */
export const isWarning = ({ code }: Pick<FlowProblem, 'code'>): boolean => code === 'unreachable'

/** All that is wrong with a flow: with warnings alone it may be published. */
export function checkFlow(definition: FlowDefinition): FlowProblem[] {
  const { steps, start } = definition
  const byId = new Map(steps.map((step) => [step.id, step]))
  const problems: FlowProblem[] = []
  const say = (step: string | null, code: ProblemCode, params: FlowProblem['params'] = {}) =>
    problems.push({ step, code, params })
  if (start === null || !byId.has(start)) say(null, 'no_start')
  const seen = new Set<string>()
  for (const step of steps) {
    if (seen.has(step.id)) say(step.id, 'same_id')
    seen.add(step.id)
    const ports = portsOf(step)
    for (const { port, optional } of ports) {
      const next = step.next[port]
      if (next === undefined && !optional) say(step.id, 'dead_end', { port })
      else if (next !== undefined && !byId.has(next)) say(step.id, 'unknown_step', { port, next })
    }
    for (const port of Object.keys(step.next)) {
      if (!ports.some((known) => known.port === port)) say(step.id, 'unknown_port', { port })
    }
    checkParts(step, (code, params) => say(step.id, code, params))
  }
  const reached = reachable(definition, byId)
  for (const { id } of steps) if (!reached.has(id)) say(id, 'unreachable')
  for (const id of endlessSteps(steps, byId)) say(id, 'endless')
  for (const { step, variable } of unsetVariables(definition, byId)) {
    say(step, 'missing_variable', { variable })
  }
  return problems
}

type Say = (code: ProblemCode, params?: FlowProblem['params']) => void

function checkParts(step: Step, say: Say): unknown {
  switch (step.kind) {
    case 'text':
    case 'note':
      return checkText(step.text, limits.text, say)
    case 'hand_over':
    case 'end':
      if (step.text !== '') checkText(step.text, limits.text, say)
      return undefined
    case 'media':
      if (step.file_id === null && !isHttps(step.link)) say('file_missing')
      if (step.caption.length > limits.caption) say('text_too_long', { most: limits.caption })
      return undefined
    case 'buttons':
      checkText(step.text, limits.interactiveText, say)
      if (step.buttons.length === 0) say('no_buttons')
      if (step.buttons.length > limits.buttons) say('too_many_buttons', { most: limits.buttons })
      return checkTitles(step.buttons, limits.buttonTitle, say)
    case 'list':
      checkText(step.text, limits.interactiveText, say)
      if (step.rows.length === 0) say('no_rows')
      if (step.rows.length > limits.rows) say('too_many_rows', { most: limits.rows })
      checkTitles(step.rows, limits.rowTitle, say)
      checkTitles([{ title: step.button }], limits.listButton, say)
      if (step.rows.some(({ description }) => description.length > limits.rowDescription)) {
        say('description_too_long', { most: limits.rowDescription })
      }
      return undefined
    case 'question':
      checkText(step.text, limits.text, say)
      if (step.repeat_text !== '') checkText(step.repeat_text, limits.text, say)
      if (step.answer === 'choice' && step.choices.filter((choice) => choice.trim()).length < 2) {
        say('no_choices')
      }
      if (step.min !== null && step.max !== null && step.min > step.max) say('range')
      return undefined
    case 'template':
      if (step.template === '' || step.language === '') say('value_missing')
      if (step.parameters.some((one) => one.trim() === '')) say('value_missing')
      return undefined
    case 'tag':
      if (step.tag.trim() === '') say('value_missing')
      return undefined
    case 'field':
      if (step.field === '') say('value_missing')
      return undefined
    case 'flow':
      if (step.flow_id === null) say('value_missing')
      return undefined
    case 'condition':
      return checkCondition(step.of, say)
    case 'http':
      if (!isHttps(step.url)) say('address')
      if (step.body !== '' && !isJson(step.body)) say('not_json')
      for (const header of step.headers) {
        if ('secret' in header && header.secret === null) say('secret_missing', { header: header.name })
      }
  }
}

function checkCondition(of: Extract<Step, { kind: 'condition' }>['of'], say: Say): void {
  if (of.of === 'tag' && of.tag.trim() === '') say('value_missing')
  if (of.of === 'field' && of.field === '') say('value_missing')
  if (of.of !== 'variable' && of.of !== 'field') return
  if (needsValue(of.is) && of.value.trim() === '') say('value_missing')
}

/** Whether a comparison has a value on its right side. */
export const needsValue = (is: Comparison): boolean => is !== 'is_set' && is !== 'is_not_set'

function checkText(text: string, most: number, say: Say): void {
  if (!hasWords(text)) say('text_missing')
  else if (text.length > most) say('text_too_long', { most })
}

function checkTitles(parts: readonly { title: string }[], most: number, say: Say): void {
  const titles = parts.map(({ title }) => title.trim())
  if (titles.some((title) => !hasWords(title))) say('title_missing')
  if (titles.some((title) => title.length > most)) say('title_too_long', { most })
  if (new Set(titles).size < titles.length) say('same_title')
}

/** Spaces and invisible marks are no text. */
const hasWords = (text: string): boolean =>
  text.replace(/[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0]/gu, '') !== ''

/** A variable may be inside a text, or in place of a value. */
const isJson = (body: string): boolean => parses(body, '1') || parses(body, '"x"')

function parses(body: string, sample: string): boolean {
  const texts = body.replaceAll(/"[^"]*"/g, (text) => text.replaceAll(variablePattern, 'x'))
  try {
    JSON.parse(texts.replaceAll(variablePattern, sample))
    return true
  } catch {
    return false
  }
}

function reachable({ start }: FlowDefinition, byId: Map<string, Step>): Set<string> {
  const reached = new Set<string>()
  const open = start === null ? [] : [start]
  while (open.length > 0) {
    const id = open.pop()!
    const step = byId.get(id)
    if (!step || reached.has(id)) continue
    reached.add(id)
    open.push(...nextOf(step))
  }
  return reached
}

const nextOf = (step: Step): string[] => portsOf(step).flatMap(({ port }) => step.next[port] ?? [])

/** Steps of a circle that no question and no wait stops. */
function endlessSteps(steps: readonly Step[], byId: Map<string, Step>): string[] {
  const running = steps.filter((step) => !waitsFor(step))
  const into = new Map<string, number>(running.map(({ id }) => [id, 0]))
  const next = (step: Step) => nextOf(step).filter((id) => into.has(id) && byId.has(id))
  for (const step of running) for (const id of next(step)) into.set(id, into.get(id)! + 1)
  // What can be taken away step by step, from the front and from the back, is in no circle.
  const left = new Set(into.keys())
  const free = [...left].filter((id) => into.get(id) === 0)
  while (free.length > 0) {
    const id = free.pop()!
    if (!left.delete(id)) continue
    for (const after of next(byId.get(id)!)) {
      into.set(after, into.get(after)! - 1)
      if (into.get(after) === 0) free.push(after)
    }
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const id of left) {
      if (next(byId.get(id)!).some((after) => left.has(after))) continue
      left.delete(id)
      changed = true
    }
  }
  return [...left]
}

const variablePattern = /\{\{\s*(\w+)\s*\}\}/g

/** The variables that a step's texts name. */
export function variablesIn(step: Step): string[] {
  const { id: _id, name: _name, next: _next, ...parts } = step
  const named = new Set<string>()
  const look = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const match of value.matchAll(variablePattern)) named.add(match[1]!)
    } else if (value && typeof value === 'object') Object.values(value).forEach(look)
  }
  look(parts)
  if (step.kind === 'condition' && step.of.of === 'variable' && !step.of.is.endsWith('_set')) {
    named.add(step.of.variable)
  }
  if (step.kind === 'ai' && step.question) named.add(step.question)
  return [...named]
}

/** The variables that a step sets. */
export function variablesSet(step: Step): string[] {
  if (step.kind === 'question') return [step.variable]
  if (step.kind === 'buttons' || step.kind === 'list') return step.variable ? [step.variable] : []
  return step.kind === 'http' ? step.outputs.map(({ variable }) => variable) : []
}

/** Variables that some way to a step does not set. */
function unsetVariables(
  { start }: FlowDefinition,
  byId: Map<string, Step>,
): { step: string; variable: string }[] {
  if (start === null) return []
  const before = new Map<string, Set<string>>([[start, new Set<string>(builtInVariables)]])
  const open = [start]
  while (open.length > 0) {
    const id = open.pop()!
    const step = byId.get(id)
    if (!step) continue
    const known = before.get(id)!
    for (const { port } of portsOf(step)) {
      const next = step.next[port]
      if (next === undefined) continue
      const sets = port === 'next' || port.startsWith('answer:')
      const after = new Set([...known, ...(sets ? variablesSet(step) : [])])
      const earlier = before.get(next)
      const both = earlier ? new Set([...earlier].filter((name) => after.has(name))) : after
      if (earlier && both.size === earlier.size) continue
      before.set(next, both)
      open.push(next)
    }
  }
  return [...before].flatMap(([id, known]) => {
    const step = byId.get(id)
    return step
      ? variablesIn(step)
          .filter((name) => !known.has(name))
          .map((variable) => ({ step: id, variable }))
      : []
  })
}

/** What changed between two definitions. */
export type FlowDiff = {
  added: string[]
  removed: string[]
  /** By step, the names of its parts that differ; places on the canvas do not count. */
  changed: { step: string; parts: string[] }[]
  start_changed: boolean
}

export function diffFlows(from: FlowDefinition, to: FlowDefinition): FlowDiff {
  const before = new Map(from.steps.map((step) => [step.id, step]))
  const after = new Map(to.steps.map((step) => [step.id, step]))
  return {
    added: [...after.keys()].filter((id) => !before.has(id)),
    removed: [...before.keys()].filter((id) => !after.has(id)),
    changed: [...after].flatMap(([id, step]) => {
      const old = before.get(id)
      const parts = old ? partsThatDiffer(old, step) : []
      return parts.length > 0 ? [{ step: id, parts }] : []
    }),
    start_changed: from.start !== to.start,
  }
}

function partsThatDiffer(old: Step, step: Step): string[] {
  const [a, b] = [old, step] as unknown as Record<string, unknown>[] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => key !== 'x' && key !== 'y' && ordered(a[key]) !== ordered(b[key]),
  )
}

/** The same text for the same value, whatever the order of its keys. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? ''
