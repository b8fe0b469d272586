import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id, Instant, listOf } from '../values.ts'
import { Platform, PostFormat } from './networks.ts'

/** Why a network does not say now how much of a limit is used. */
export const LimitUnknown = z.enum(['not_offered', 'reconnect', 'rate_limited', 'unreachable'])
export type LimitUnknown = z.infer<typeof LimitUnknown>

/** How many posts a network takes of an account in 24 hours, around the time of a post. */
export const PublishingLimit = z.object({
  account_id: z.number(),
  platform: Platform,
  page_name: z.string(),
  /** Null: all formats count. */
  format: PostFormat.nullable(),
  total: z.number().int(),
  /** Published or planned in these 24 hours, without the post that is asked about. */
  used: z.number().int(),
  left: z.number().int(),
  /** `network`: as the network says now; `known`: as it documents. */
  source: z.enum(['network', 'known']),
  /** What the network counts in the last 24 hours, posts made elsewhere included; null where it does not say. */
  used_now: z.number().int().nullable(),
  unknown: LimitUnknown.nullable(),
})
export type PublishingLimit = z.infer<typeof PublishingLimit>

export const socialLimits = endpoints({
  limits: {
    method: 'GET',
    path: '/marketing/api/social/publishing_limits',
    summary:
      'What is left of the daily limits of accounts around a time, to be seen before a post is scheduled',
    query: z.object({
      account_id: listOf(Id),
      /** The time of the post; now if absent. */
      at: Instant.optional(),
      /** A post that is edited: it is not counted. */
      without_post: Id.optional(),
    }),
    response: answer({ limits: z.array(PublishingLimit) }),
  },
})
