import { z } from 'zod'
import { Instant } from '../values.ts'
import { Name } from './flow.ts'

/** Why the bot stopped or gave the conversation to a person. */
export const StopReason = z.enum([
  'flow',
  'no_next_step',
  'invalid_answer',
  'too_many_messages',
  'same_message',
  'automatic_sender',
  'window_closed',
  'message_unknown',
  'message_failed',
  'missing_variable',
  'template_failed',
  'http_failed',
  'wait_failed',
  'file_failed',
  'ai_unknown',
  'ai_failed',
  'flow_not_published',
  'too_many_steps',
  'opted_out',
  'member_gone',
])
export type StopReason = z.infer<typeof StopReason>

/** What a step does. Messages are as they are sent. */
export const Effect = z
  .discriminatedUnion('effect', [
    z.object({
      effect: z.literal('send'),
      step: z.string(),
      visit: z.number().int(),
      message: z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string() }),
        z.object({
          type: z.literal('media'),
          media: z.enum(['image', 'video', 'audio', 'document']),
          link: z.string(),
          file_id: z.number().nullable(),
          /** WhatsApp's name of the uploaded file. */
          media_id: z.string().nullable(),
          text: z.string(),
          file_name: z.string(),
        }),
        z.object({
          type: z.literal('buttons'),
          text: z.string(),
          buttons: z.array(z.object({ id: z.string(), title: z.string() })),
        }),
        z.object({
          type: z.literal('list'),
          text: z.string(),
          button: z.string(),
          rows: z.array(z.object({ id: z.string(), title: z.string(), description: z.string() })),
        }),
        z.object({
          type: z.literal('template'),
          template: z.string(),
          language: z.string(),
          parameters: z.array(z.string()),
        }),
      ]),
    }),
    z.object({
      effect: z.literal('tag'),
      step: z.string(),
      change: z.enum(['add', 'remove']),
      tag: z.string(),
    }),
    z.object({ effect: z.literal('field'), step: z.string(), field: z.string(), value: z.string() }),
    z.object({ effect: z.literal('assign'), step: z.string(), user_id: z.number().nullable() }),
    z.object({ effect: z.literal('note'), step: z.string(), text: z.string() }),
    z.object({ effect: z.literal('timer'), step: z.string(), due: z.string() }),
    /** A call of an address or of the AI: its result is the next event. */
    z.object({
      effect: z.literal('http'),
      step: z.string(),
      method: z.enum(['GET', 'POST']),
      url: z.string(),
      /** `value` is null where it is a secret. */
      headers: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
      body: z.string(),
    }),
    z.object({ effect: z.literal('ai'), step: z.string(), question: z.string() }),
    /** An upload of a file to WhatsApp: its result is the next event. */
    z.object({ effect: z.literal('file'), step: z.string(), file_id: z.number() }),
    z.object({ effect: z.literal('flow'), step: z.string(), flow_id: z.number() }),
    z.object({ effect: z.literal('hand_over'), step: z.string().nullable(), reason: StopReason }),
    z.object({ effect: z.literal('end'), step: z.string() }),
  ])
  .meta({ id: 'SimulationEffect' })
export type Effect = z.infer<typeof Effect>

/** One step that was taken, and how it was left. */
export const TraceEntry = z.object({
  step: z.string(),
  kind: z.string(),
  /** The port it was left by; null: it waits, or ended. */
  port: z.string().nullable(),
  answer: z.string().nullable(),
})
export type TraceEntry = z.infer<typeof TraceEntry>

const Variables = z.record(z.string().max(40), z.string().max(5000))

/** A session as the engine holds it. */
export const SimulationState = z
  .object({
    /** The step it is at; null: over. */
    step: Name.nullable(),
    waits: z.enum(['answer', 'timer', 'http', 'ai', 'file', 'window']).nullable(),
    due: z.string().max(40).nullable(),
    variables: Variables,
    /** How often each step was entered. */
    visits: z.record(z.string().max(40), z.number().int().min(0).max(1_000_000)),
    /** How often the question was asked again. */
    repeats: z.number().int().min(0).max(100),
    /** The choices of the question as the person saw them. */
    shown: z
      .array(z.object({ id: Name, title: z.string().max(200) }))
      .max(30)
      .default([]),
    /** Messages of the bot since the person wrote. */
    unanswered: z.number().int().min(0).max(1000),
    /** Prints of the last messages of the bot, the newest last. */
    recent: z.array(z.string().max(40)).max(10).default([]),
    /** When the last one was sent. */
    last_at: z.string().max(40).nullable(),
    /** Messages of the bot in the day that began then. */
    day_from: z.string().max(40).nullable().default(null),
    day_count: z.number().int().min(0).max(1000).default(0),
    /** What the person wrote last, and how often they wrote the same at once after an answer. */
    last_input: z.string().max(5000),
    quick: z.number().int().min(0).max(1000),
    tags: z.array(z.string().max(100)).max(500),
    fields: z.record(z.string().max(100), z.string().max(5000)),
    /** Null: no office hours are set. */
    office_open: z.boolean().nullable().default(null),
    /** Until then free messages may be sent to them. */
    window_until: z.string().max(40).nullable().default(null),
    /** No template can be sent: as if WhatsApp had paused each. */
    templates_fail: z.boolean().default(false),
    /** They opted out of marketing. */
    no_marketing: z.boolean().default(false),
    now: z.string().max(40),
  })
  .meta({ id: 'SimulationState' })
export type SimulationState = z.infer<typeof SimulationState>

export const SimulatedEvent = z.discriminatedUnion('type', [
  /** Enters the flow; `text` is what brought them here. */
  z.object({
    type: z.literal('start'),
    text: z.string().max(4096).default(''),
    variables: Variables.default({}),
    tags: z.array(z.string().max(100)).max(100).default([]),
    fields: z.record(z.string().max(100), z.string().max(1000)).default({}),
    office_open: z.boolean().nullable().default(null),
    templates_fail: z.boolean().default(false),
    no_marketing: z.boolean().default(false),
    /** When they write; without it: now. */
    at: Instant.optional(),
  }),
  /** They write; `answer_id` is the id of the button or row that they press. */
  z.object({
    type: z.literal('message'),
    text: z.string().max(4096),
    answer_id: z.string().max(256).nullable().default(null),
  }),
  z.object({ type: z.literal('advance'), minutes: z.number().int().min(1).max(100_000) }),
  /** The result of a call: JSON, or null for a failure. */
  z.object({ type: z.literal('http_result'), json: z.string().max(100_000).nullable() }),
  /** The answer of the AI; null: it does not know. */
  z.object({ type: z.literal('ai_result'), text: z.string().max(4096).nullable() }),
])
export type SimulatedEvent = z.infer<typeof SimulatedEvent>

export const Simulation = z
  .object({
    effects: z.array(Effect),
    trace: z.array(TraceEntry),
    variables: Variables,
    state: SimulationState,
  })
  .meta({ id: 'Simulation' })
export type Simulation = z.infer<typeof Simulation>
