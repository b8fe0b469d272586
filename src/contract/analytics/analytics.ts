import { z } from 'zod'
import { TrialMeasure } from '../campaigns/trials.ts'
import { answer, endpoints } from '../endpoint.ts'
import { Tag } from '../leads.ts'
import { t } from '../messages/t.ts'
import { Country, Id, ProviderId } from '../values.ts'

/** The longest period, in days: with the one before it two years. */
export const longestPeriod = 366

/** The longest period whose messages are shown by the hour, in days. */
export const longestHourly = 31

/** A day of the calendar. */
const Day = z.iso
  .date({ error: () => t('analytics.day') })
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', {
    error: () => t('analytics.day'),
  })

/** As they are charged. */
export const MessageCategory = z.enum([
  'MARKETING',
  'UTILITY',
  'AUTHENTICATION',
  'AUTHENTICATION_INTERNATIONAL',
  'SERVICE',
])
export type MessageCategory = z.infer<typeof MessageCategory>

const days = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1

/** Which messages the figures are of. Without a period: the last 30 days, by the business's clock. */
const filters = {
  from: Day.optional(),
  to: Day.optional(),
  campaign_id: Id.optional(),
  template: z
    .string()
    .min(1)
    .max(512)
    .refine((text) => !text.includes('\0'))
    .optional(),
  category: MessageCategory.optional(),
  country: Country.optional(),
  phone_number_id: ProviderId.optional(),
  /** Messages to people who had this tag when the figures were last counted. */
  tag: Tag.optional(),
  /** What the steps of time are; without it hours for two days at most. Of more than 31 days they are days in any case. */
  step: z.enum(['day', 'hour']).optional(),
}

type Period = { from?: string | undefined; to?: string | undefined }

const bothEnds = ({ from, to }: Period): boolean => (from === undefined) === (to === undefined)
const inOrder = ({ from, to }: Period): boolean => !from || !to || from <= to
const notTooLong = ({ from, to }: Period): boolean => !from || !to || days(from, to) <= longestPeriod

/** Why two days are no period; undefined where they are one. */
export function periodFault(period: Period): string | undefined {
  if (!inOrder(period)) return t('analytics.order')
  return notTooLong(period) ? undefined : t('analytics.tooLong', { days: longestPeriod })
}

/** A period has both ends, in order, and is not too long. */
const ofPeriod = <S extends z.ZodType<Period>>(schema: S) =>
  schema
    .refine(bothEnds, { path: ['to'], error: () => t('analytics.bothEnds') })
    .refine(inOrder, { path: ['to'], error: () => t('analytics.order') })
    .refine(notTooLong, { path: ['to'], error: () => t('analytics.tooLong', { days: longestPeriod }) })

export const AnalyticsQuery = z.object(filters)
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>

/** A message counts in each step that it reached: read ones were delivered, and sent. */
export const Counts = z
  .object({
    /** WhatsApp took them. */
    sent: z.number().int(),
    delivered: z.number().int(),
    read: z.number().int(),
    /** People who opened a link; each message once. */
    clicked: z.number().int(),
    /** People who wrote back to a campaign or pressed one of its buttons; each message once. */
    replied: z.number().int(),
    /** Of these, people who asked to get no more. */
    opted_out: z.number().int(),
    failed: z.number().int(),
    /** Of the failed ones: the person blocked the business, or stopped its marketing in WhatsApp. */
    blocked: z.number().int(),
    /** It is not known whether WhatsApp took them. */
    unknown: z.number().int(),
  })
  .meta({ id: 'AnalyticsCounts' })
export type Counts = z.infer<typeof Counts>

const named = z.object({ value: z.string(), name: z.string() })

/** An amount in the smallest unit of its currency; refunds are taken off. */
export const Money = z
  .object({ currency: z.string(), amount: z.number().int(), before: z.number().int() })
  .meta({ id: 'AnalyticsMoney' })
export type Money = z.infer<typeof Money>

/** So much of `to` for one of `from`, as the owner entered it on that day. */
export const ExchangeRate = z
  .object({ from: z.string(), to: z.string(), rate: z.number(), day: z.string() })
  .meta({ id: 'ExchangeRate' })
export type ExchangeRate = z.infer<typeof ExchangeRate>

const Attributed = z.object({ count: z.number().int(), money: z.array(Money) })

/** What people had to do with last before they converted. */
export const Touch = z.enum(['campaign', 'sequence', 'message', 'ad', 'form'])
export type Touch = z.infer<typeof Touch>

export const Analytics = z.object({
  period: z.object({
    from: z.string(),
    to: z.string(),
    before_from: z.string(),
    before_to: z.string(),
    timezone: z.string(),
  }),
  /** When the figures were last counted; null: there is nothing to count yet. */
  as_of: z.string().nullable(),
  /** Changes are waiting to be counted. */
  counting: z.boolean(),
  /** Figures that differed from a count of the rows within 30 days. They were put right. */
  drift: z.object({ blocks: z.number().int(), last_at: z.string() }).nullable(),
  /** What the period can be filtered by. */
  choices: z.object({
    campaigns: z.array(named),
    templates: z.array(named),
    categories: z.array(MessageCategory),
    countries: z.array(z.string()),
    numbers: z.array(named),
  }),
  total: Counts,
  before: Counts,
  /** Conversions of people whose last touch was one of these messages. */
  converted: z.number().int(),
  converted_before: z.number().int(),
  /**
   * What messages cost at the prices of their days, by what WhatsApp charges for. An amount is null where no price is
   * known. With a campaign, template or tag as filter there are no lines of chats.
   */
  cost: z.array(
    z.object({
      /** Answers in conversations, which no other figure has; of their service messages the first 1,000 a month are free. */
      chats: z.boolean(),
      /** WhatsApp's: `MARKETING`, `AUTHENTICATION-INTERNATIONAL`. */
      category: z.string(),
      /** If all of them had arrived and were charged; null for chats. */
      forecast: z.number().nullable(),
      charged: z.number().int(),
      free: z.number().int(),
      /** Delivered ones of which WhatsApp did not tell whether it charges. */
      untold: z.number().int(),
      /** Charged ones whose price is not known: the amount is without them. */
      unpriced: z.number().int(),
      amount: z.number().nullable(),
      before: z.number().nullable(),
      currency: z.string(),
    }),
  ),
  /** The same by the country of the address, chats included; null: it does not tell. */
  cost_by_country: z.array(
    z.object({
      country: z.string().nullable(),
      charged: z.number().int(),
      free: z.number().int(),
      amount: z.number().nullable(),
      before: z.number().nullable(),
      currency: z.string(),
    }),
  ),
  /** Days or hours, as `step` asks for; `at` is local: `2026-11-23`, `2026-11-23T14`. */
  steps: z.array(z.object({ at: z.string(), ...Counts.shape })),
  /** Messages by the weekday (1 is Monday) and hour at which they left, by the recipient's clock. */
  hours: z.array(
    z.object({
      weekday: z.number().int(),
      hour: z.number().int(),
      delivered: z.number().int(),
      read: z.number().int(),
    }),
  ),
  templates: z.array(
    z.object({
      template: z.string(),
      category: MessageCategory,
      ...Counts.shape,
      /** What was charged for them; null: not known. */
      cost: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    }),
  ),
  failures: z.array(
    z.object({
      code: z.number().int().nullable(),
      explanation: z.string(),
      advice: z.string().nullable(),
      /** The same message may arrive later. */
      passes: z.boolean(),
      count: z.number().int(),
      before: z.number().int(),
      /** One for each day of the period. */
      days: z.array(z.number().int()),
    }),
  ),
  /** People who became leads and are leads still, by where they came from. The other filters do not change it. */
  leads: z.array(z.object({ source: z.string(), count: z.number().int(), before: z.number().int() })),
  /** The leads of today by whether WhatsApp delivers to them. No filter changes it. */
  list: z.object({
    leads: z.number().int(),
    /** Agreed to marketing and can be reached. */
    writable: z.number().int(),
    undeliverable: z.number().int(),
    /** Of these, for 90 days or more. */
    undeliverable_long: z.number().int(),
  }),
  /** Period and no other filter changes it. */
  consent: z.object({
    /** People; who agreed twice in the period counts once, and on each of their days. */
    opted_in: z.number().int(),
    opted_in_before: z.number().int(),
    opted_out: z.number().int(),
    opted_out_before: z.number().int(),
    days: z.array(
      z.object({
        day: z.string(),
        leads: z.number().int(),
        opted_in: z.number().int(),
        opted_out: z.number().int(),
      }),
    ),
  }),
  /** What people did in the period. With a filter of messages: what had a message that it lets through as its last touch. */
  conversions: z.object({
    count: z.number().int(),
    before: z.number().int(),
    money: z.array(Money),
    /** The same where a message that was read is a touch too. Without a filter of messages it is equal. */
    by_read: Attributed,
    /** By the last touch within the window; `touch` is null where there was none. */
    by: z.array(
      z.object({
        touch: Touch.nullable(),
        /** Of the campaign, sequence, ad or form. */
        id: z.string().nullable(),
        name: z.string().nullable(),
        /** After a click, a visit from an ad, or a form. */
        ...Attributed.shape,
        by_read: Attributed,
      }),
    ),
    window_days: z.number().int(),
    bought_tag: z.string().nullable(),
    /** For the return on what messages cost, where people pay in another currency. */
    exchange_rates: z.array(ExchangeRate),
  }),
  /** Ads and posts from which people wrote in the period. Filters by campaign, template and category do not change it. */
  ads: z.array(
    z.object({
      source_type: z.string(),
      ad_id: z.string(),
      headline: z.string().nullable(),
      url: z.string().nullable(),
      conversations: z.number().int(),
      leads: z.number().int(),
      /** Of these leads, those who agreed to messages afterwards. */
      opted_in: z.number().int(),
      conversions: z.number().int(),
      money: z.array(Money),
    }),
  ),
  /** A/B tests whose messages left in the period, the last first; only people who were in a version count. */
  tests: z.array(
    z.object({
      campaign_id: Id,
      name: z.string(),
      measure: TrialMeasure,
      winner: z.number().int().nullable(),
      versions: z.array(
        z.object({
          /** 1 is version A. */
          variant: z.number().int(),
          template: z.string(),
          /** So long after version A it left. */
          later_minutes: z.number().int(),
          ...Counts.shape,
          converted: z.number().int(),
        }),
      ),
    }),
  ),
  /** What WhatsApp said of each number on each day of the period; null: not known. */
  numbers: z.array(
    z.object({
      phone_number_id: ProviderId,
      name: z.string(),
      days: z.array(
        z.object({
          day: z.string(),
          /** GREEN, YELLOW, RED or UNKNOWN. */
          quality_rating: z.string().nullable(),
          /** People in 24 hours; null: not known, or no limit. */
          messaging_limit: z.number().int().nullable(),
          /** Messages a second; null: not known, or no limit. */
          throughput_per_second: z.number().int().nullable(),
          sent: z.number().int(),
          /** Most messages that left within one hour. */
          busiest_hour: z.number().int(),
        }),
      ),
    }),
  ),
})
export type Analytics = z.infer<typeof Analytics>

const costColumns = {
  /** People who were to get it when it started. */
  planned: z.number().int(),
  /** Null: not known. */
  forecast: z.number().nullable(),
  charged: z.number().int(),
  free: z.number().int(),
  /** Delivered, and WhatsApp did not tell whether it charges. */
  untold: z.number().int(),
  /** Null: not known. */
  actual: z.number().nullable(),
  currency: z.string(),
}

/** What a campaign was to cost, and did. */
export const CampaignCost = z
  .object({
    /** The day whose prices the forecast has; null before the start. */
    day: z.string().nullable(),
    lines: z.array(
      z.object({
        /** Null where the address does not tell. */
        country: z.string().nullable(),
        category: z.string(),
        ...costColumns,
      }),
    ),
    /** Of what is known. Null where the prices have several currencies, or there is no line. */
    total: z.object(costColumns).nullable(),
  })
  .meta({ id: 'CampaignCost' })
export type CampaignCost = z.infer<typeof CampaignCost>

export const AnalyticsCard = z.enum([
  'funnel',
  'time',
  'hours',
  'templates',
  'failures',
  'leads',
  'consent',
  'list',
  'conversions',
  'ads',
  'cost',
  'tests',
  'numbers',
])
export type AnalyticsCard = z.infer<typeof AnalyticsCard>

/** Figures of messages, leads and consent. */
export const analytics = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/analytics',
    summary: 'Figures of messages in a period beside the one before it, and of leads and consent',
    scope: 'campaigns:read',
    query: ofPeriod(z.object(filters)),
    response: answer(Analytics.shape),
  },
  campaignCost: {
    method: 'GET',
    path: '/marketing/api/campaigns/{id}/cost',
    summary: 'A campaign’s forecast beside what was charged, by country and category',
    scope: 'campaigns:read',
    params: z.object({ id: Id }),
    response: answer({ cost: CampaignCost }),
  },
  exportCsv: {
    method: 'GET',
    path: '/marketing/api/analytics/export.csv',
    summary: 'One card of the figures as CSV, or all of them one below the other',
    scope: 'campaigns:read',
    raw: true,
    query: ofPeriod(z.object({ ...filters, card: AnalyticsCard.optional() })),
    response: z.string(),
  },
})
