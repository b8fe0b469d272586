import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'

/** What is sent back to Meta for its ads: a person's opt-in or other success, a sale, and a sale whose amount is not known. */
export const MetaEventName = z.enum(['LeadSubmitted', 'Purchase', 'OrderCreated'])
export const MetaEventState = z.enum(['waiting', 'sending', 'sent', 'refused', 'expired'])

export const MetaEvent = z
  .object({
    id: z.number(),
    event: MetaEventName,
    at: z.string(),
    state: MetaEventState,
    /** The ad or post that the person came from. */
    ad: z.string(),
    attempts: z.number(),
    /** Why it was refused or waits, one sentence. */
    why: z.string().nullable(),
  })
  .meta({ id: 'MetaEvent' })
export type MetaEvent = z.infer<typeof MetaEvent>

export const MetaEvents = z.object({
  on: z.boolean(),
  /** Its number at Meta. */
  dataset: z.string().nullable(),
  /** Whether a token is kept; it is never shown. */
  has_token: z.boolean(),
  on_since: z.string().nullable(),
  /** Meta refuses every event: why, and what to do. */
  stopped: z.string().nullable(),
  counts: z.record(MetaEventState, z.number()),
  /** The newest, at most 20. */
  events: z.array(MetaEvent),
})
export type MetaEvents = z.infer<typeof MetaEvents>

export const metaEvents = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/meta_events',
    summary: 'Whether conversions are sent back to Meta for its ads, and what became of them',
    response: answer({ meta_events: MetaEvents }),
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/meta_events',
    audit: 'meta_events_saved',
    summary: 'Send conversions back to Meta’s Conversions API, or no longer',
    description:
      'Off by default. Only the click on the ad, the event, its time and value are sent: no name and no number.',
    body: z.object({
      on: z.boolean(),
      dataset: z
        .string()
        .trim()
        .regex(/^\d{5,25}$/, { error: () => t('analytics.dataset') })
        .optional(),
      /** Absent: the one that is kept. */
      token: z.string().trim().min(10).max(2000).optional(),
      current_password: z.string().max(200).optional(),
    }),
    response: answer({ meta_events: MetaEvents }),
  },
})
