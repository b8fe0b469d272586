import { z } from 'zod'
import { customMessageMax } from '../campaigns/parameters.ts'
import { QuietHours } from '../campaigns/timing.ts'
import { answer, endpoints } from '../endpoint.ts'
import { Audience } from '../leads.ts'
import { t } from '../messages/t.ts'
import { Id, MarketingCap, NextCursor, ProviderId } from '../values.ts'
import { mostSteps, refusePaths, SequenceAfter, SequenceWay } from './sequence-paths.ts'

const Count = z.number().int().min(0)
const needed = (most: number) =>
  z
    .string()
    .trim()
    .min(1, { error: () => t('fields.required') })
    .max(most)
    .refine((text) => !text.includes('\0'))
const Tag = needed(60)
/** A time of day by the business's clock. */
const Clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: () => t('sequences.clock') })
  .meta({ examples: ['10:00'] })

const fallback = z.string().trim().max(customMessageMax).optional()
/** What fills a variable, by its name in the template. */
const Parameters = z.record(
  z.string().max(100),
  z.union([
    z.object({ text: needed(customMessageMax) }),
    z.object({ field: z.enum(['name', 'first_name', 'phone', 'email', 'tag']), fallback }),
    z.object({ attribute: z.string().min(1).max(200), fallback }),
  ]),
)

/** What begins a sequence for a person. */
export const SequenceTrigger = z
  .discriminatedUnion('on', [
    /** The person agrees on an opt-in form; null: any form. */
    z.object({ on: z.literal('form'), form_id: Id.nullable() }),
    z.object({ on: z.literal('tag'), tag: Tag }),
    /** A lead is added: by hand, a file, a program, a form or a first message. */
    z.object({ on: z.literal('lead') }),
    /** The person clicks a tracked link in any message but its own; null: any link. */
    z.object({ on: z.literal('click'), link: needed(2000).nullable().default(null) }),
    /** Buys, or does what else is reported as a conversion; null: any event. What was before the start begins nothing. */
    z.object({ on: z.literal('conversion'), event: needed(100).nullable().default(null) }),
    /** Who is in it at the start, or after a change of its rules, does not enter. */
    z.object({ on: z.literal('segment'), segment: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    /** So many days after a date of the person's own; below zero: before it. */
    z.object({
      on: z.literal('date'),
      field: needed(60),
      days: z.number().int().min(-365).max(365),
      /** Each year on that day, as a birthday. */
      yearly: z.boolean(),
      /** By the person's own clock. */
      at: Clock,
    }),
    /** The team closes a conversation that the chatbot handed over. */
    z.object({ on: z.literal('handover') }),
    z.object({ on: z.literal('hand') }),
  ])
  .meta({ id: 'SequenceTrigger' })
export type SequenceTrigger = z.infer<typeof SequenceTrigger>

/** What a check asks about a person. `converted`: bought, or did what else is reported as a conversion. */
export const SequenceTest = z
  .enum([
    'tag',
    'no_tag',
    'read',
    'not_read',
    'clicked',
    'not_clicked',
    'converted',
    'not_converted',
    'replied',
    'not_replied',
    'in_segment',
    'not_in_segment',
  ])
  .meta({ id: 'SequenceTest' })
export type SequenceTest = z.infer<typeof SequenceTest>

export const SequenceStep = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('send'),
      template_id: Id,
      parameters: Parameters.default({}),
      /** Absent: the next step. */
      after: SequenceAfter.optional(),
    }),
    /** So long, then until the time of day, then until the day of the week: 1 is Monday. */
    z.object({
      kind: z.literal('wait'),
      days: z.number().int().min(0).max(365),
      hours: z.number().int().min(0).max(23),
      at: Clock.nullable(),
      weekday: z.number().int().min(1).max(7).nullable(),
      after: SequenceAfter.optional(),
    }),
    /**
     * Whether a person has the tag, read or clicked the last message before it, bought or replied since the start, or is
     * in the segment.
     */
    z.object({
      kind: z.literal('check'),
      test: SequenceTest,
      tag: Tag.nullable(),
      segment: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      yes: SequenceWay,
      no: SequenceWay,
    }),
    z.object({ kind: z.literal('tag'), tag: Tag, after: SequenceAfter.optional() }),
    /** The team goes on in the inbox: the path ends. Null: no one in particular. */
    z.object({
      kind: z.literal('hand_over'),
      user_id: Id.nullable().default(null),
      /** For the team, in the conversation. */
      note: z
        .string()
        .trim()
        .max(500)
        .refine((text) => !text.includes('\0'))
        .default(''),
    }),
  ])
  .meta({ id: 'SequenceStep' })
export type SequenceStep = z.infer<typeof SequenceStep>

/** What a version of a sequence does. It never changes: an edit makes a new version. */
export const SequenceContent = z
  .object({
    trigger: SequenceTrigger,
    /** People may begin again once they have left; else each person is in it once. */
    again: z.boolean(),
    /** By which clock waits end and quiet hours run; the person's is that of their phone's country and region. */
    clock: z.enum(['business', 'person']).default('business'),
    stops: z.object({
      reply: z.boolean(),
      /** Who buys, or does whatever else is reported as a conversion, has reached the goal and leaves. */
      conversion: z.boolean().default(false),
      /** Of the conversion; without it any counts. */
      conversion_event: needed(100).optional(),
      /** Who gets this tag leaves. */
      tag: Tag.nullable(),
      /** Who gets this tag has reached the goal and leaves. */
      goal_tag: Tag.nullable(),
    }),
    /** Nothing is sent from the one to the other; those of a country need each person's own clock. */
    quiet: QuietHours.nullable(),
    /** Marketing messages for a person in so many days, of campaigns and other sequences too. */
    cap: MarketingCap.nullable(),
    steps: z
      .array(SequenceStep)
      .min(1)
      .max(mostSteps)
      .refine((steps) => steps.some(({ kind }) => kind === 'send'), {
        error: () => t('sequences.noMessage'),
      })
      .refine((steps) => steps.every((step) => !needsTag(step) || step.tag !== null), {
        error: () => t('sequences.tagMissing'),
      })
      .refine((steps) => steps.every((step) => !needsSegment(step) || step.segment !== undefined), {
        error: () => t('sequences.segmentMissing'),
      })
      .superRefine(refusePaths),
  })
  .refine(({ quiet, clock }) => clock === 'person' || !quiet?.countries?.length, {
    path: ['quiet'],
    error: () => t('sequences.quietCountries'),
  })
  .refine(
    ({ trigger, stops }) => trigger.on !== 'tag' || ![stops.tag, stops.goal_tag].includes(trigger.tag),
    { path: ['stops'], error: () => t('sequences.stopsAtOnce') },
  )
  .meta({ id: 'SequenceContent' })
export type SequenceContent = z.infer<typeof SequenceContent>

type Check = Extract<SequenceStep, { kind: 'check' }>

/** Whether a step is a check that asks for a tag. */
export const needsTag = (step: SequenceStep): step is Check =>
  step.kind === 'check' && (step.test === 'tag' || step.test === 'no_tag')

/** Whether a step is a check that asks for a segment. */
export const needsSegment = (step: SequenceStep): step is Check =>
  step.kind === 'check' && (step.test === 'in_segment' || step.test === 'not_in_segment')

/** `draft`: not started yet. */
export const SequenceState = z.enum(['draft', 'running', 'paused'])
export type SequenceState = z.infer<typeof SequenceState>

/** Why a person left before the end without reaching the goal. */
export const SequenceStop = z.enum([
  'replied',
  'opted_out',
  'no_consent',
  'tag',
  'check',
  'by_hand',
  'deleted',
])
export type SequenceStop = z.infer<typeof SequenceStop>

/** `started` is the sum of the others. */
export const SequenceTotals = z
  .object({
    started: Count,
    waiting: Count,
    finished: Count,
    goal: Count,
    stopped: z.array(z.object({ reason: SequenceStop, count: Count })),
  })
  .meta({ id: 'SequenceTotals' })
export type SequenceTotals = z.infer<typeof SequenceTotals>

/** What happened at a step of a version. */
export const StepFigures = z
  .object({
    /** People who came to it. */
    entered: Count,
    /** Of them, those who are there now. */
    waiting: Count,
    /** Of them, those who went on, and to which step; past the last one is the end. */
    went: z.array(z.object({ step: Count, count: Count })),
    /** Of a message: how many are in each state; a state without any is left out. */
    messages: z.record(z.string(), Count),
    goal: Count,
    stopped: z.array(z.object({ reason: SequenceStop, count: Count })),
  })
  .meta({ id: 'SequenceStepFigures' })
export type StepFigures = z.infer<typeof StepFigures>

const summary = {
  id: z.number(),
  name: z.string(),
  state: SequenceState,
  version: z.number().int(),
  trigger: SequenceTrigger,
  steps: Count,
  messages: Count,
  totals: SequenceTotals,
  started_at: z.string().nullable(),
  /** Why due messages wait, and since when: a template or the number needs the owner. */
  waits: z.object({ sentence: z.string(), since: z.string() }).nullable(),
}
export const SequenceSummary = z.object(summary).meta({ id: 'SequenceSummary' })
export type SequenceSummary = z.infer<typeof SequenceSummary>

export const Sequence = z
  .object({
    ...summary,
    /** Of the version that is shown. */
    shown_version: z.number().int(),
    content: SequenceContent,
    phone_number_id: z.string().nullable(),
    timezone: z.string(),
    figures: z.array(StepFigures),
    /** Each with the people who are still in it. */
    versions: z.array(
      z.object({ version: z.number().int(), at: z.string(), waiting: Count, started: Count }),
    ),
    /** What its charged messages cost so far at the prices of their days; null where no price of a currency is known. */
    cost: z.array(z.object({ currency: z.string(), amount: z.number().nullable(), unpriced: Count })),
    /** What was paid after a message of it as the last touch, less what was paid back, in each currency's smallest units. */
    worth: z.array(z.object({ currency: z.string(), amount: z.number().int() })),
    /** The names of the templates of its steps. */
    templates: z.array(z.object({ id: z.number(), title: z.string(), problem: z.string().nullable() })),
    /** Templates that became marketing since the last start: resuming agrees to what their messages cost. */
    now_marketing: z.array(z.object({ id: z.number(), title: z.string() })),
    /** Templates whose numbered variables changed places since: resuming agrees to what fills them. */
    other_variables: z.array(z.object({ id: z.number(), title: z.string() })),
  })
  .meta({ id: 'Sequence' })
export type Sequence = z.infer<typeof Sequence>

export const SequencePerson = z
  .object({
    id: z.number(),
    /** None once the lead is deleted. */
    lead_id: z.number().nullable(),
    name: z.string(),
    phone: z.string().nullable(),
    version: z.number().int(),
    state: z.enum(['active', 'finished', 'goal', 'stopped']),
    reason: SequenceStop.nullable(),
    /** From 0: where the person is, or left. */
    step: z.number().int(),
    due_at: z.string().nullable(),
    entered_at: z.string(),
    ended_at: z.string().nullable(),
  })
  .meta({ id: 'SequencePerson' })
export type SequencePerson = z.infer<typeof SequencePerson>

const values = {
  name: needed(80),
  content: SequenceContent,
  /** Null: the business's default number. */
  phone_number_id: ProviderId.nullable().default(null),
}
const byId = z.object({ id: Id })
const one = answer({ sequence: Sequence })

/** Messages that follow each other for each person, begun by an event. */
export const sequences = endpoints({
  list: {
    method: 'GET',
    path: '/marketing/api/sequences',
    scope: 'campaigns:read',
    summary: 'Sequences with how many people are in each',
    response: answer({ sequences: z.array(SequenceSummary) }),
  },
  create: {
    method: 'POST',
    path: '/marketing/api/sequences',
    scope: 'campaigns:write',
    summary: 'Makes a sequence; people enter once it is started',
    body: z.object(values),
    response: one,
  },
  get: {
    method: 'GET',
    path: '/marketing/api/sequences/{id}',
    scope: 'campaigns:read',
    summary: 'A sequence with what happened at each step of one of its versions',
    params: byId,
    query: z.object({ version: z.coerce.number().int().min(1).max(1_000_000).optional() }),
    response: one,
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/sequences/{id}',
    scope: 'campaigns:write',
    summary: 'Saves a sequence as a new version; people who are in it stay in theirs',
    params: byId,
    body: z.object({
      ...values,
      /** The version that was edited. */
      version: z.number().int().min(1),
    }),
    response: one,
  },
  run: {
    method: 'POST',
    path: '/marketing/api/sequences/{id}/run',
    scope: 'campaigns:write',
    summary: 'Starts, pauses or resumes a sequence',
    params: byId,
    /** The agreed ones of `now_marketing`: with others, nothing is resumed. Absent: all are agreed to. */
    body: z.object({ running: z.boolean(), agreed_templates: z.array(Id).max(1000).optional() }),
    response: one,
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/sequences/{id}',
    scope: 'campaigns:write',
    summary: 'Deletes a sequence that nobody is in',
    params: byId,
    response: answer({}),
  },
  people: {
    method: 'GET',
    path: '/marketing/api/sequences/{id}/people',
    scope: 'campaigns:read',
    summary: 'People of a sequence, the latest to enter first',
    params: byId,
    query: z.object({
      state: SequencePerson.shape.state.optional(),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
    response: answer({ people: z.array(SequencePerson), next_cursor: NextCursor }),
  },
  add: {
    method: 'POST',
    path: '/marketing/api/sequences/{id}/people',
    scope: 'campaigns:write',
    summary: 'Adds people to a running sequence by hand',
    description: 'Who is in it already, or was in one that is for once, is left as they are.',
    params: byId,
    body: z.object({ audience: Audience }),
    response: answer({ added: Count, sequence: Sequence }),
  },
  stop: {
    method: 'POST',
    path: '/marketing/api/sequences/{id}/people/{person_id}/stop',
    scope: 'campaigns:write',
    summary: 'Takes one person out of a sequence',
    params: z.object({ id: Id, person_id: Id }),
    response: answer({ person: SequencePerson }),
  },
})
