import { z } from 'zod'

/** WhatsApp's limits. Source: facts of the Cloud API §2.2. */
export const limits = {
  text: 4096,
  interactiveText: 1024,
  caption: 1024,
  buttons: 3,
  buttonTitle: 20,
  rows: 10,
  rowTitle: 24,
  rowDescription: 72,
  listButton: 20,
  steps: 300,
  /** Times that a question is asked again. */
  repeats: 2,
} as const

/** Names a step in its flow, a button or a row in its step, or a variable. */
export const Name = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,40}$/)
  .meta({ examples: ['menu'] })
export const VariableName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/)
  .meta({ examples: ['order'] })
/** Longer than any limit of WhatsApp's: a draft may hold what the check refuses. */
const Text = z.string().max(5000)
const Short = z.string().max(200)
const Minutes = z.number().int().min(1).max(43_200)

const base = {
  id: Name,
  /** What the owner calls it; empty: its kind. */
  name: z.string().max(80).default(''),
  x: z.number().min(-1e6).max(1e6),
  y: z.number().min(-1e6).max(1e6),
  /** The next step by output port; `portsOf` names the ports. */
  next: z.record(z.string().max(40), Name).default({}),
}
/** An answer that does not come within these minutes leaves by the port `timeout`. Null: no limit but the session's. */
const timeout = { timeout_minutes: Minutes.nullable().default(null) }

/** The answers that a question takes. */
export const AnswerKind = z.enum(['text', 'number', 'email', 'date', 'choice'])
export type AnswerKind = z.infer<typeof AnswerKind>

/** What a condition compares. */
export const Comparison = z.enum(['is', 'is_not', 'contains', 'greater', 'less', 'is_set', 'is_not_set'])
export type Comparison = z.infer<typeof Comparison>

/** What a call of an address sends along: a text, or a secret value that is stored apart. */
export const Header = z.union([
  /** The id of the secret; null: still to be entered. */
  z.object({ name: Short, secret: z.uuid().nullable() }),
  z.object({ name: Short, value: z.string().max(2000) }),
])
export type Header = z.infer<typeof Header>

/** One step. Texts may have variables, as `{{name}}`. */
export const Step = z
  .discriminatedUnion('kind', [
    z.object({ ...base, kind: z.literal('text'), text: Text }),
    z.object({
      ...base,
      kind: z.literal('media'),
      media: z.enum(['image', 'video', 'audio', 'document']),
      /** An uploaded file; null: the one at `link`. */
      file_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable().default(null),
      /** The public https address of the file. */
      link: z.string().max(2000),
      caption: Text.default(''),
      file_name: Short.default(''),
    }),
    z.object({
      ...base,
      ...timeout,
      kind: z.literal('buttons'),
      text: Text,
      buttons: z.array(z.object({ id: Name, title: Short })).max(10),
      variable: VariableName.nullable().default(null),
    }),
    z.object({
      ...base,
      ...timeout,
      kind: z.literal('list'),
      text: Text,
      /** Opens the list. */
      button: Short,
      rows: z.array(z.object({ id: Name, title: Short, description: Short.default('') })).max(30),
      variable: VariableName.nullable().default(null),
    }),
    z.object({
      ...base,
      kind: z.literal('template'),
      template: z.string().max(512),
      language: z.string().max(20),
      parameters: z.array(z.string().max(1024)).max(100).default([]),
    }),
    z.object({
      ...base,
      ...timeout,
      kind: z.literal('question'),
      text: Text,
      answer: AnswerKind,
      variable: VariableName,
      /** The answers of a choice. */
      choices: z.array(Short).max(30).default([]),
      /** Asked when the answer does not fit; empty: the question again. */
      repeat_text: Text.default(''),
      min: z.number().nullable().default(null),
      max: z.number().nullable().default(null),
    }),
    z.object({
      ...base,
      kind: z.literal('condition'),
      of: z.discriminatedUnion('of', [
        z.object({
          of: z.literal('variable'),
          variable: VariableName,
          is: Comparison,
          value: Short.default(''),
        }),
        z.object({ of: z.literal('tag'), tag: z.string().max(100) }),
        z.object({
          of: z.literal('field'),
          field: z.string().max(100),
          is: Comparison,
          value: Short.default(''),
        }),
        z.object({ of: z.literal('office_hours') }),
        /** Minutes of the day; `from` after `to` goes over midnight. Days: 1 is Monday; none: every day. */
        z.object({
          of: z.literal('time'),
          from: z.number().int().min(0).max(1439),
          to: z.number().int().min(0).max(1440),
          days: z.array(z.number().int().min(1).max(7)).max(7).default([]),
          zone: z.string().max(60).default('UTC'),
        }),
      ]),
    }),
    z.object({
      ...base,
      kind: z.literal('tag'),
      change: z.enum(['add', 'remove']),
      tag: z.string().max(100),
    }),
    z.object({ ...base, kind: z.literal('field'), field: z.string().max(100), value: z.string().max(1000) }),
    z.object({
      ...base,
      kind: z.literal('assign'),
      user_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
    }),
    z.object({ ...base, kind: z.literal('note'), text: Text }),
    z.object({
      ...base,
      kind: z.literal('flow'),
      flow_id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
    }),
    z.object({ ...base, kind: z.literal('wait'), minutes: Minutes }),
    z.object({
      ...base,
      kind: z.literal('http'),
      method: z.enum(['GET', 'POST']),
      url: z.string().max(2000),
      headers: z.array(Header).max(10).default([]),
      /** JSON with variables; sent with POST. */
      body: z.string().max(10_000).default(''),
      /** Where in the answer each variable is, as `order.status` or `items.0.name`. */
      outputs: z
        .array(z.object({ path: Short, variable: VariableName }))
        .max(20)
        .default([]),
    }),
    z.object({
      ...base,
      kind: z.literal('ai'),
      /** The question's variable; null: what they wrote last. */
      question: VariableName.nullable().default(null),
    }),
    z.object({ ...base, kind: z.literal('hand_over'), text: Text.default('') }),
    z.object({ ...base, kind: z.literal('end'), text: Text.default('') }),
  ])
  .meta({ id: 'FlowStep' })
export type Step = z.infer<typeof Step>
export type StepKind = Step['kind']
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>

export const FlowDefinition = z
  .object({
    /** The first step; null in an empty draft. */
    start: Name.nullable(),
    steps: z.array(Step).max(limits.steps),
  })
  .meta({ id: 'FlowDefinition' })
export type FlowDefinition = z.infer<typeof FlowDefinition>

export type Port = { port: string /** Without a next step it hands over to a person. */; optional: boolean }

const one = (port: string): Port => ({ port, optional: false })
const maybe = (port: string): Port => ({ port, optional: true })

/** The ways out of a step. */
export function portsOf(step: Step): Port[] {
  const late = 'timeout_minutes' in step && step.timeout_minutes !== null ? [maybe('timeout')] : []
  switch (step.kind) {
    case 'buttons':
      return [...step.buttons.map(({ id }) => one(`answer:${id}`)), maybe('other'), ...late]
    case 'list':
      return [...step.rows.map(({ id }) => one(`answer:${id}`)), maybe('other'), ...late]
    case 'question':
      return [one('next'), maybe('invalid'), ...late]
    case 'condition':
      return [one('yes'), one('no')]
    case 'template':
    case 'http':
      return [one('next'), maybe('failed')]
    case 'ai':
      return [one('next'), maybe('unknown')]
    case 'flow':
    case 'hand_over':
    case 'end':
      return []
    default:
      return [one('next')]
  }
}

/** Steps that stop until the person answers or time passes. */
export const waitsFor = (step: Step): boolean =>
  step.kind === 'buttons' || step.kind === 'list' || step.kind === 'question' || step.kind === 'wait'

/** Known without being asked. */
export const builtInVariables = ['name', 'phone', 'last_message', 'today'] as const

/** A flow as a file. */
export const FlowFile = z
  .object({
    format: z.literal('tidings-flow'),
    version: z.literal(1),
    name: z.string().trim().min(1).max(80),
    /** Says of which business of which install it is: elsewhere its ids of flows, files and members are others'. */
    from: z.string().max(100).optional(),
    definition: FlowDefinition,
  })
  .meta({ id: 'FlowFile' })
export type FlowFile = z.infer<typeof FlowFile>
