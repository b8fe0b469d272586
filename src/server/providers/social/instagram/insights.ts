import { z } from 'zod'
import type { FacebookGraph } from '../facebook/facebook-graph.ts'
import { graphError } from '../facebook/graph-error.ts'
import {
  type AskMany,
  absentFor,
  askGroups,
  askInBatch,
  type FigureGroup,
  failed,
  type GraphAnswer,
  readInsights,
} from '../facebook/graph-insights.ts'
import { allMissing, type InsightPost, type InsightsClient, type Metric } from '../insights.ts'
import type { AskNetwork } from '../social-http.ts'
import type { InstagramOptions } from './connect.ts'

/** Instagram's own host takes one read at a time. */
const atOnce = 4

const Numbers = z.record(z.string(), z.unknown())
const numbersOf = (body: unknown): Record<string, number | undefined> => {
  const read = Numbers.safeParse(body)
  if (!read.success) return {}
  return Object.fromEntries(
    Object.entries(read.data).map(([name, value]) => [name, typeof value === 'number' ? value : undefined]),
  )
}

/** Figures of an Instagram account and its media, on either host (facts: social-publishing §3.8). */
export function instagramInsights(
  graph: FacebookGraph,
  ask: AskNetwork,
  options: InstagramOptions,
): InsightsClient {
  const inBatch = askInBatch(graph)
  const oneByOne: AskMany = async ({ accessToken }, requests) => {
    const answers: GraphAnswer[] = []
    for (let from = 0; from < requests.length; from += atOnce) {
      const some = requests.slice(from, from + atOnce).map(async ({ path, query }) => {
        try {
          const url = `${options.graphUrl}/${options.version}${path}`
          const answer = z.unknown()
          return {
            body: await ask({ method: 'GET', url, query, token: accessToken, answer, errorOf: graphError }),
          }
        } catch (error) {
          return failed(error)
        }
      })
      answers.push(...(await Promise.all(some)))
      // Nothing at all came back: the host is not there, and the rest would wait in vain.
      if (from === 0 && answers.every(isUnreachable)) throw (answers[0] as { error: unknown }).error
    }
    return answers
  }
  const askMany: AskMany = (account, requests) =>
    (account.tokenKind === 'page' ? inBatch : oneByOne)(account, requests)
  return {
    batch: 16,
    async posts(account, posts, now) {
      const found = await askGroups(
        askMany,
        account,
        posts.map((post) => groupsOf(post, now)),
      )
      return found.map((figures) => ({ ...allMissing('not_offered'), ...figures }))
    },
    async account(account) {
      const [found] = await askGroups<'followers'>(askMany, account, [
        [
          {
            names: { followers_count: 'followers' },
            request: () => ({
              path: account.tokenKind === 'page' ? `/${encodeURIComponent(account.externalId)}` : '/me',
              query: { fields: 'followers_count' },
            }),
            read: numbersOf,
            absent: 'failed',
          },
        ],
      ])
      return found ?? {}
    },
  }
}

const isUnreachable = (answer: GraphAnswer): boolean =>
  'error' in answer && (answer.error.fault === 'unreachable' || answer.error.fault === 'unreadable')

function groupsOf(post: InsightPost, now: Date): FigureGroup<Metric>[] {
  const path = `/${encodeURIComponent(post.id)}`
  const insights = (names: Record<string, Metric>): FigureGroup<Metric> => ({
    names,
    request: (asked) => ({ path: `${path}/insights`, query: { metric: asked.join(',') } }),
    read: readInsights,
    absent: absentFor(post.postedAt, now),
    // A story that fewer than five people saw is answered as if the permission were missing.
    ...(post.format === 'story' && { denied: 'too_few' as const }),
  })
  if (post.format === 'story')
    return [
      insights({ reach: 'reach', views: 'views' }),
      insights({ shares: 'shares' }),
      insights({ replies: 'comments' }),
    ]
  return [
    {
      names: { like_count: 'likes', comments_count: 'comments' },
      request: (names) => ({ path, query: { fields: names.join(',') } }),
      read: numbersOf,
      // Left out where the account hides its likes.
      absent: 'not_offered',
    },
    insights({ reach: 'reach', views: 'views' }),
    insights({ shares: 'shares', saved: 'saves' }),
  ]
}
