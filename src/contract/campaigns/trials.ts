import { z } from 'zod'
import { t } from '../messages/t.ts'
import { Id } from '../values.ts'
import { customMessageMax, ParameterMapping } from './parameters.ts'
import { FilledBy } from './parts.ts'

/** What the people of a version have to do for it to count; a person counts once. */
export const TrialMeasure = z.enum(['read', 'clicked', 'replied', 'converted'])
export type TrialMeasure = z.infer<typeof TrialMeasure>

/** `planned`: not started; `sending` its part; `measuring` what people do; `asking` the owner; `over`. */
export const TrialStage = z.enum(['planned', 'sending', 'measuring', 'asking', 'over'])
export type TrialStage = z.infer<typeof TrialStage>

/** Of 4 versions at most; the first one is the campaign itself. */
export const variantsMax = 4
/** Five minutes to two weeks. */
export const waitMinutes = { min: 5, max: 20_160 } as const
/** A week. */
export const laterMinutesMax = 10_080

const whole = (min: number, max: number, error: () => string) =>
  z.number({ error }).int({ error }).min(min, { error }).max(max, { error })
const noPercent = () => t('campaigns.percent')
/** Few people block or opt out: tenths of a percent count. */
const smallShare = () =>
  z.number({ error: noPercent }).min(0, { error: noPercent }).max(100, { error: noPercent })

const measured = {
  measure: TrialMeasure.default('read'),
  /** How long after the last message of the part what people did is looked at. */
  after_minutes: whole(waitMinutes.min, waitMinutes.max, () => t('campaigns.waitMinutes')).default(240),
}

/** Another version of the campaign's message. */
export const VariantInput = z.object({
  template_id: Id,
  parameters: ParameterMapping.optional(),
  custom_message: z.string().trim().max(customMessageMax).nullish(),
  /** So long after the campaign's start its people get it, so that times of sending can be compared. */
  later_minutes: whole(0, laterMinutesMax, () => t('campaigns.laterMinutes')).optional(),
})
export type VariantInput = z.output<typeof VariantInput>

/** Send to the first people, look at what they do, then go on: when the owner says so, or by itself within bounds. */
const PilotInput = z.object({
  kind: z.literal('pilot'),
  /** How many people get it first, or which share of the audience. */
  people: whole(1, 1_000_000, () => t('campaigns.pilotPeople')).nullish(),
  percent: whole(1, 100, noPercent).nullish(),
  decide: z.enum(['owner', 'bounds']).default('owner'),
  ...measured,
  /** It goes on by itself where at least so many percent did what is measured … */
  min_rate: whole(1, 100, noPercent).nullish(),
  /** … and at most so many percent failed, blocked the business or stopped its marketing in WhatsApp, opted out. */
  max_failed: whole(0, 100, noPercent).nullish(),
  max_blocked: smallShare().nullish(),
  max_opted_out: smallShare().nullish(),
})

/** Send 2 to 4 versions to a share of the audience, and the best of them to the rest. */
const TestInput = z.object({
  kind: z.literal('test'),
  percent: whole(1, 100, noPercent),
  /** `owner` decides; `clear`: the best version, if the difference is no chance; `best`: the best in any case. */
  decide: z.enum(['owner', 'clear', 'best']).default('clear'),
  ...measured,
  /** The versions beside the campaign's own. */
  variants: z
    .array(VariantInput)
    .min(1, { error: () => t('campaigns.variants') })
    .max(variantsMax - 1, { error: () => t('campaigns.variants') }),
})

/** Any of them is enough for a pilot that goes on by itself. */
export const trialBounds = ['min_rate', 'max_failed', 'max_blocked', 'max_opted_out'] as const
export type TrialBound = (typeof trialBounds)[number]

export const TrialInput = z
  .discriminatedUnion('kind', [PilotInput, TestInput])
  .refine((trial) => trial.kind !== 'pilot' || (trial.people == null) !== (trial.percent == null), {
    path: ['people'],
    error: () => t('campaigns.pilotPeople'),
  })
  .refine((trial) => trial.decide !== 'bounds' || trialBounds.some((bound) => trial[bound] != null), {
    error: () => t('campaigns.bounds'),
  })
export type TrialInput = z.output<typeof TrialInput>

/** A trial as the campaign's form takes it. */
export const TrialDraft = z.object({
  kind: z.enum(['pilot', 'test']),
  people: z.number().nullable(),
  percent: z.number().nullable(),
  measure: TrialMeasure,
  after_minutes: z.number(),
  decide: z.enum(['owner', 'bounds', 'clear', 'best']),
  min_rate: z.number().nullable(),
  max_failed: z.number().nullable(),
  max_blocked: z.number().nullable(),
  max_opted_out: z.number().nullable(),
  /** The versions beside the campaign's own. */
  variants: z.array(
    z.object({
      template_id: Id,
      parameters: z.record(z.string(), FilledBy),
      custom_message: z.string().nullable(),
      later_minutes: z.number(),
    }),
  ),
})
export type TrialDraft = z.infer<typeof TrialDraft>

/** One version, and what its people did. */
export const Variant = z.object({
  /** 1 to 4: A to D. */
  variant: z.number(),
  template_id: Id,
  template: z.string(),
  /** So long after the campaign's start its people get it. */
  later_minutes: z.number(),
  people: z.number(),
  waiting: z.number(),
  sent: z.number(),
  delivered: z.number(),
  read: z.number(),
  failed: z.number(),
  /** Of the failed ones, people who blocked the business or stopped its marketing in WhatsApp. */
  blocked: z.number(),
  /** People who asked for no more after they were sent it. */
  opted_out: z.number(),
  clicked: z.number(),
  replied: z.number(),
  converted: z.number(),
  /** Those who did what is measured, of those who were sent it, and where that share lies in 95 of 100 cases. */
  rate: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** WhatsApp stopped it: why, one sentence. */
  stopped: z.string().nullable(),
})
export type Variant = z.infer<typeof Variant>

/** A bound of a pilot that goes on by itself, and what was measured. */
export const TrialLimit = z.object({
  bound: z.enum(trialBounds),
  limit: z.number(),
  /** So many of those who count for it. */
  count: z.number(),
  of: z.number(),
  /** In percent, with enough digits to differ from the limit; null before anything was sent. */
  percent: z.number().nullable(),
  missed: z.boolean(),
})
export type TrialLimit = z.infer<typeof TrialLimit>

/** A campaign's pilot or A/B test at this moment. */
export const Trial = TrialDraft.omit({ variants: true }).extend({
  /** Of a pilot that goes on by itself. */
  limits: z.array(TrialLimit),
  stage: TrialStage,
  /** People behind the part, who have no message yet. */
  rest: z.number(),
  decide_at: z.string().nullable(),
  /** The rest goes then: at the time of day that won. Null: as soon as it is decided. */
  rest_at: z.string().nullable(),
  decided_at: z.string().nullable(),
  /** Who decided; null: it was decided by the measure. */
  decided_by: z.string().nullable(),
  /** The version that the rest gets. */
  winner: z.number().nullable(),
  variants: z.array(Variant),
  /**
   * What the figures say: `none` did it yet, `few`: too few people to say, `tie`, `unclear`: the difference may be
   * chance, `clear`: it is hardly chance.
   */
  verdict: z.enum(['none', 'few', 'tie', 'unclear', 'clear']),
  leader: z.number().nullable(),
  /** How often a difference this large comes by chance alone; null where nothing can be said. */
  chance: z.number().nullable(),
})
export type Trial = z.infer<typeof Trial>
