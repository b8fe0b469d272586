import { z } from 'zod'
import { Id } from '../values.ts'

const Count = z.number().int().min(0)

/** The books: `planned` is the sum of the other nine, counted from the messages themselves. */
export const Outcomes = z.object({
  planned: Count,
  queued: Count,
  sending: Count,
  sent: Count,
  delivered: Count,
  read: Count,
  failed: Count,
  unknown: Count,
  skipped: Count,
  cancelled: Count,
})
export type Outcomes = z.infer<typeof Outcomes>

/** Clicks on tracked links; previews and programs are left out. */
export const Clicks = z.object({
  total: Count,
  /** People who clicked at least once. */
  people: Count,
  /** Of the delivered messages; null where none was delivered. */
  rate: z.number().min(0).max(1).nullable(),
})
export type Clicks = z.infer<typeof Clicks>

/** Why a person of the audience gets nothing; in this order, the first that holds. */
export const SkipReason = z.enum([
  'unusable_number',
  'duplicate',
  'opted_out',
  'deleted',
  'changed_number',
  'unreachable',
  'us_marketing',
  'awaits_confirmation',
  'no_consent',
  'had_enough',
  'missing_value',
])
export type SkipReason = z.infer<typeof SkipReason>

/** A lead of an audience: whether they would receive it, or why not. */
export const AudiencePerson = z.object({
  id: Id,
  name: z.string(),
  phone: z.string().nullable(),
  tags: z.array(z.string()),
  outcome: z.union([z.literal('will_receive'), SkipReason]),
})

export const LeftOut = z.object({ reason: SkipReason, label: z.string(), count: Count })
export type LeftOut = z.infer<typeof LeftOut>

/** Who is in an audience at this moment. */
export const AudienceNow = z.object({
  selected: z.number(),
  will_receive: z.number(),
  left_out: z.array(LeftOut),
})
export type AudienceNow = z.infer<typeof AudienceNow>

/** One line of a campaign's history, newest first. */
export const CampaignEvent = z.object({
  id: Id,
  kind: z.enum([
    'scheduled',
    'started',
    'waited',
    'resumed',
    'paused',
    'completed',
    'failed',
    'cancelled',
    'retried',
    'settled',
    'edited',
    'undone',
  ]),
  sentence: z.string(),
  /** The person of ours who did it. */
  by: z.string().nullable(),
  at: z.string(),
})
export type CampaignEvent = z.infer<typeof CampaignEvent>

/** A person's reply to a campaign. */
export const CampaignReply = z.object({
  id: Id,
  at: z.string(),
  /** Null once the lead is deleted. */
  lead_id: Id.nullable(),
  /** Their name, or their number. */
  name: z.string(),
  text: z.string(),
  /** They asked for no more messages. */
  opted_out: z.boolean(),
  /** It was unclear; they were asked, and marketing to them waits for the answer. */
  waits: z.boolean(),
})
export type CampaignReply = z.infer<typeof CampaignReply>

/** How fast it goes. Figures that are not known yet are null, never 0. */
export const Pace = z.object({
  /** Messages a second, over the last seconds; null when it does not run. */
  rate: z.number().nullable(),
  /** The number's own limit; null: none. */
  limit: z.number().nullable(),
  seconds_left: z.number().nullable(),
  done_at: z.string().nullable(),
  /** When the provider last took a message. */
  progressed_at: z.string().nullable(),
  /** Messages a second over the course of the campaign, oldest first. */
  history: z.array(z.object({ at: z.string(), rate: z.number() })),
})
export type Pace = z.infer<typeof Pace>

/** What people did with a campaign's message; a person counts once in each. */
export const Responses = z.object({ replies: Count, opt_outs: Count, button_presses: Count })
export type Responses = z.infer<typeof Responses>

/** Why nothing leaves just now. */
export const Waiting = z.object({
  code: z.string(),
  sentence: z.string(),
  since: z.string().nullable(),
  until: z.string().nullable(),
})
export type Waiting = z.infer<typeof Waiting>

/** Failures that have one cause, in plain words, with the one thing that helps. */
export const FailureCause = z.object({
  codes: z.array(z.number().int().nullable()),
  count: Count,
  sentence: z.string(),
  advice: z.string(),
  /** `retry` now, `retry_later` not before `retry_after_seconds`, `people`: look at who it is, `none` helps. */
  action: z.enum(['retry', 'retry_later', 'people', 'reconnect', 'template', 'none']),
  retry_after_seconds: z.number().nullable(),
})
export type FailureCause = z.infer<typeof FailureCause>

/** One person's message: the template's components in the provider's form, and this person's values. */
export const Preview = z.object({
  lead_id: Id.nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  components: z.array(z.looseObject({ type: z.string() })),
  /** The template's variables in order, and what fills each. */
  variables: z.array(z.object({ name: z.string(), where: z.string(), value: z.string() })),
})
export type Preview = z.infer<typeof Preview>

/**
 * Money, about. `price_list`: the date of the price list that came with the product; null: the owner's own prices. The
 * amount is without the `unpriced` messages, whose price is not known, and null where it is known of none.
 */
export const Cost = z.object({
  amount: z.number().nullable(),
  currency: z.string(),
  price_list: z.string().nullable(),
  unpriced: Count,
})
export type Cost = z.infer<typeof Cost>

/** What a campaign will cost by country, at the prices of the day of its start. */
export const Forecast = z.object({
  day: z.string(),
  /** People who came from an ad and were answered: WhatsApp charges nothing for them at that time. */
  free: Count,
  lines: z.array(
    z.object({
      /** Null where the address does not tell. */
      country: z.string().nullable(),
      count: Count,
      /** Null: not known. */
      amount: z.number().nullable(),
      unpriced: Count,
    }),
  ),
})
export type Forecast = z.infer<typeof Forecast>

/** What a marketing message to some people would do if it were sent now; of many people a part is counted. */
export const SendEstimate = z.object({
  estimated: z.boolean(),
  selected: Count,
  will_receive: Count,
  left_out: z.array(LeftOut),
  cost: Cost,
})
export type SendEstimate = z.infer<typeof SendEstimate>

/**
 * One check of the pre-flight. `stop`: it cannot be scheduled; `turn`: the owner should look; `unknown`: not
 * checked.
 */
export const Check = z.object({
  name: z.enum(['template', 'number', 'audience', 'variables', 'limit', 'duration', 'cost', 'time']),
  state: z.enum(['ok', 'turn', 'stop', 'unknown']),
  sentence: z.string(),
})
export type Check = z.infer<typeof Check>

/** What fills a variable, as answers tell it. */
export const FilledBy = z.union([
  z.object({ text: z.string() }),
  z.object({ field: z.string(), fallback: z.string().optional() }),
  z.object({ attribute: z.string(), fallback: z.string().optional() }),
])

/** A variable of the chosen template and what would fill it. */
export const VariablePlan = z.object({
  /** The name it is mapped by: `1`, `name`, `header.1`, `button.0`. */
  key: z.string(),
  label: z.string(),
  where: z.string(),
  /** What fills it unless the owner says otherwise; null: the owner must choose. */
  suggested: FilledBy.nullable(),
  /** People of the audience for whom it would be empty. */
  empty: Count,
})
export type VariablePlan = z.infer<typeof VariablePlan>

/** The template as it is now, where a campaign that waits was planned with an earlier version of it. */
export const NewVersion = z.object({
  components: Preview.shape.components,
  /** Variables with what fills them as far as it is known. */
  variables: z.array(VariablePlan.extend({ sample: z.string(), added: z.boolean() })),
  /** Columns of the leads that can fill a variable, beside the fields every lead has. */
  attributes: z.array(z.string()),
})
export type NewVersion = z.infer<typeof NewVersion>

/** When people of a campaign get it by their own clocks, as it would be now. */
export const TheirClocks = z.object({
  begins_at: z.string(),
  /** Null: not known, as the number has no speed that is known. */
  ends_at: z.string().nullable(),
  /** People for whom the time has passed on the first day: they wait for it on the next. */
  next_day: Count,
  /** People whose turn comes in their quiet hours: they get it at the end of these. */
  held: Count,
  /** How many get it at which hour of theirs, 0 to 23; of a pilot or an A/B test those who get it first. */
  hours: z.array(z.object({ hour: z.number().int().min(0).max(23), count: Count })),
  /** The earliest first. */
  zones: z.array(
    z.object({
      zone: z.string(),
      count: Count,
      at: z.string(),
      next_day: z.boolean(),
      /** The time is within their quiet hours: they get it at the end of these. */
      after_quiet: z.boolean(),
    }),
  ),
})
export type TheirClocks = z.infer<typeof TheirClocks>

export const Checks = z.object({
  /** With `estimate`: the counts of people were worked out from a part of many leads. */
  estimated: z.boolean(),
  selected: Count,
  will_receive: Count,
  left_out: z.array(LeftOut),
  checks: z.array(Check),
  variables: z.array(VariablePlan),
  /** Columns of the leads that can fill a variable, beside the fields every lead has. */
  attributes: z.array(z.string()),
  takes_custom_message: z.boolean(),
  template_name: z.string(),
  category: z.string(),
  sender: z.object({ phone_number_id: z.string(), phone: z.string(), name: z.string() }).nullable(),
  /** How long it takes at the number's rate. */
  seconds: z.number().nullable(),
  cost: Cost,
  forecast: Forecast,
  /** Null without recipients, or without a valid time. */
  clocks: TheirClocks.nullable(),
})
export type Checks = z.infer<typeof Checks>

/** The number that a campaign is sent from, and its account. */
export const sentFrom = {
  phone_number_id: z.string(),
  waba_id: z.string(),
  sender_phone: z.string(),
  sender_name: z.string(),
}
