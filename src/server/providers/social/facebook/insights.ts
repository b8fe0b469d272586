import { z } from 'zod'
import { allMissing, type InsightPost, type InsightsClient, type Metric } from '../insights.ts'
import type { FacebookGraph } from './facebook-graph.ts'
import { absentFor, askGroups, askInBatch, type FigureGroup, readInsights } from './graph-insights.ts'

const Total = z.looseObject({ summary: z.looseObject({ total_count: z.number() }).optional() }).optional()
const Followers = z.object({ followers_count: z.number().optional() })
const Counts = z.looseObject({
  reactions: Total,
  comments: Total,
  // Absent at zero.
  shares: z.looseObject({ count: z.number() }).optional(),
})

const reactions = 'reactions.summary(total_count).limit(0)'
const comments = 'comments.summary(true).limit(0)'

/** Reactions of every kind are its likes, as Facebook counts them under a post. */
const counts = (id: string): FigureGroup<Metric> => ({
  names: { [reactions]: 'likes', [comments]: 'comments', shares: 'shares' },
  request: (names) => ({ path: `/${id}`, query: { fields: names.join(',') } }),
  read(body) {
    const read = Counts.safeParse(body)
    if (!read.success) return {}
    return {
      [reactions]: read.data.reactions?.summary?.total_count,
      [comments]: read.data.comments?.summary?.total_count,
      shares: read.data.shares?.count ?? 0,
    }
  },
  absent: 'failed',
})

const insights = (
  { id, postedAt }: InsightPost,
  now: Date,
  names: Record<string, Metric>,
): FigureGroup<Metric> => ({
  names,
  request: (asked) => ({
    path: `/${encodeURIComponent(id)}/insights`,
    query: { metric: asked.join(','), period: 'lifetime' },
  }),
  read: readInsights,
  absent: absentFor(postedAt, now),
})

/** Figures of a Page and its posts, after the removals of 2025 and 2026 (facts: social-publishing §2.2, §2.3). */
export function facebookInsights(graph: FacebookGraph): InsightsClient {
  const askMany = askInBatch(graph)
  return {
    batch: 16,
    async posts(account, posts, now) {
      const found = await askGroups(
        askMany,
        account,
        posts.map((post) => [
          counts(encodeURIComponent(post.id)),
          insights(post, now, { post_total_media_view_unique: 'reach', post_media_view: 'views' }),
          insights(post, now, { post_clicks: 'clicks' }),
        ]),
      )
      return found.map((figures) => ({ ...allMissing('not_offered'), ...figures }))
    },
    async account(account) {
      const page = `/${encodeURIComponent(account.externalId)}`
      const [found] = await askGroups<'followers' | 'reach_28_days'>(askMany, account, [
        [
          {
            names: { followers_count: 'followers' },
            request: () => ({ path: page, query: { fields: 'followers_count' } }),
            read: (body) => Followers.safeParse(body).data ?? {},
            absent: 'failed',
          },
          {
            names: { page_total_media_view_unique: 'reach_28_days' },
            request: ([metric = '']) => ({ path: `${page}/insights`, query: { metric, period: 'days_28' } }),
            read: readInsights,
            absent: 'too_few',
          },
        ],
      ])
      return found ?? {}
    },
  }
}
