import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { NextCursor, PageQuery } from '../values.ts'

/** Why a figure is missing. */
export const MissingReason = z.enum([
  'not_yet',
  'retired',
  'not_offered',
  'no_permission',
  'too_few',
  'failed',
])
export type MissingReason = z.infer<typeof MissingReason>

/** A figure as it was last fetched; null with the reason. */
export const Figure = z.object({ value: z.number().nullable(), reason: MissingReason.nullable() })

export const Insight = z.object({
  id: z.number(),
  posted_at: z.string(),
  caption: z.string(),
  media_url: z.string().nullable(),
  permalink: z.string().nullable(),
  /** The specification's four; a missing figure is null and explained in `figures`. */
  likes: z.number().nullable(),
  comments: z.number().nullable(),
  reach: z.number().nullable(),
  /** Likes + comments + shares + saves, of those that are known. */
  engagement: z.number().nullable(),
  figures: z.record(z.string(), Figure),
  as_of: z.string().nullable(),
})
export type Insight = z.infer<typeof Insight>

/** The specification offers these two. */
const AnalyticsPlatform = z.enum(['facebook', 'instagram'])

/** Listed in `contract/index.ts` once it is mounted. */
export const socialAnalytics = endpoints({
  insights: {
    method: 'GET',
    path: '/marketing/api/meta/analytics/{platform}',
    also: ['/meta/analytics/{platform}'],
    summary: 'Figures of the posts on a platform, the newest first',
    params: z.object({ platform: AnalyticsPlatform }),
    query: PageQuery,
    response: answer({
      insights: z.array(Insight),
      /** The five with the highest engagement, of all. */
      top: z.array(Insight),
      as_of: z.string().nullable(),
      next_cursor: NextCursor,
    }),
  },
  fetch: {
    method: 'POST',
    path: '/marketing/api/social/analytics/fetch',
    summary: 'Ask the networks for the figures now',
    body: z.object({ platform: AnalyticsPlatform }),
    response: answer({ asked: z.number().int() }),
  },
})
