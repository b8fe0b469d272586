import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { Id, NextCursor, PageQuery } from '../values.ts'
import { Platform } from './networks.ts'

/** Why a figure is missing. */
export const MissingReason = z.enum([
  'not_yet',
  'retired',
  'not_offered',
  'no_permission',
  'too_few',
  'failed',
  /** The post is no longer at the network. */
  'gone',
  /** The post's id at the network is not known: its owner said that it was posted. */
  'not_linked',
])
export type MissingReason = z.infer<typeof MissingReason>

export const Metric = z.enum(['likes', 'comments', 'shares', 'saves', 'reach', 'views', 'clicks'])
export type Metric = z.infer<typeof Metric>

/** What counts as engagement. */
export const engagementParts = ['likes', 'comments', 'shares', 'saves'] as const

/** Likes + comments + shares + saves, of those that are known; null where none is. */
export function engagementOf(
  figures: Partial<Record<(typeof engagementParts)[number], number | null>>,
): number | null {
  const known = engagementParts.flatMap((part) => figures[part] ?? [])
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** A figure as it was last fetched; null with the reason. */
export const Figure = z.object({ value: z.number().nullable(), reason: MissingReason.nullable() })
export type Figure = z.infer<typeof Figure>

export const Insight = z.object({
  id: z.number(),
  posted_at: z.string(),
  caption: z.string(),
  media_url: z.string().nullable(),
  media_type: z.enum(['image', 'video']),
  permalink: z.string().nullable(),
  page_name: z.string(),
  /** The specification's four; a missing figure is null and explained in `figures`. */
  likes: z.number().nullable(),
  comments: z.number().nullable(),
  reach: z.number().nullable(),
  /** Likes + comments + shares + saves, of those that are known. */
  engagement: z.number().nullable(),
  figures: z.record(Metric, Figure),
  as_of: z.string().nullable(),
})
export type Insight = z.infer<typeof Insight>

/** 30 days beside the 30 before; the series are the shape of the 30 days, oldest first. */
export const InsightSummary = z.object({
  posts: z.number().int(),
  engagement: z.number().nullable(),
  engagement_before: z.number().nullable(),
  engagement_series: z.array(z.number()),
  reach: z.number().nullable(),
  /** Of so many posts; the others have no figure. */
  reach_posts: z.number().int(),
  reach_series: z.array(z.number()),
  followers: z.number().nullable(),
  /** 30 days ago, or when they were first known. */
  followers_before: z.number().nullable(),
  followers_since: z.string().nullable(),
  followers_series: z.array(z.number()),
})
export type InsightSummary = z.infer<typeof InsightSummary>

/** An account whose figures cannot be fetched. */
export const InsightProblem = z.object({
  account_id: z.number(),
  page_name: z.string(),
  problem: z.enum(['reconnect', 'no_permission', 'unreachable', 'rate_limited']),
  /** When the figures are asked for again; null: after a login or a new permission. */
  next_at: z.string().nullable(),
})
export type InsightProblem = z.infer<typeof InsightProblem>

/** How a post's figures grew: each time one of them changed. */
export const InsightPoint = z.object({
  at: z.string(),
  likes: z.number().nullable(),
  comments: z.number().nullable(),
  shares: z.number().nullable(),
  saves: z.number().nullable(),
  reach: z.number().nullable(),
  engagement: z.number().nullable(),
})
export type InsightPoint = z.infer<typeof InsightPoint>

/** The specification offers facebook and instagram; the others are an addition. */
const params = z.object({ platform: Platform })

export const socialAnalytics = endpoints({
  insights: {
    method: 'GET',
    path: '/marketing/api/meta/analytics/{platform}',
    also: ['/meta/analytics/{platform}'],
    summary: 'Figures of the posts on a platform, the newest first',
    params,
    query: PageQuery,
    response: answer({
      insights: z.array(Insight),
      /** The five with the highest engagement, of all. */
      top: z.array(Insight),
      /** With the first page only. */
      summary: InsightSummary.nullable(),
      problems: z.array(InsightProblem),
      /** Figures are being fetched now. */
      fetching: z.boolean(),
      as_of: z.string().nullable(),
      next_cursor: NextCursor,
    }),
  },
  exportCsv: {
    method: 'GET',
    path: '/marketing/api/meta/analytics/{platform}/export.csv',
    summary: 'The figures of all posts on a platform as CSV, the newest first',
    raw: true,
    params,
    response: z.string(),
  },
  history: {
    method: 'GET',
    path: '/marketing/api/social/analytics/posts/{id}/history',
    summary: 'How the figures of a post grew',
    params: z.object({ id: Id }),
    response: answer({ points: z.array(InsightPoint) }),
  },
  fetch: {
    method: 'POST',
    path: '/marketing/api/social/analytics/fetch',
    summary: 'Ask the networks for the figures now, at most once a minute',
    body: z.object({ platform: Platform }),
    response: answer({ asked: z.number().int() }),
  },
})
