import { z } from 'zod'
import { allMissing, type Found, type InsightsClient, type PostFigures } from '../insights.ts'
import { SocialError } from '../social-error.ts'
import type { AskNetwork } from '../social-http.ts'
import type { YoutubeOptions } from './connect.ts'
import { youtubeError } from './youtube-error.ts'

/** Counts are texts; one that is hidden or switched off is left out. */
const Count = z.string().regex(/^\d+$/).transform(Number).optional().catch(undefined)
const Videos = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string(),
        statistics: z.looseObject({ viewCount: Count, likeCount: Count, commentCount: Count }).optional(),
      }),
    )
    .optional(),
})
const Channels = z.looseObject({
  items: z
    .array(
      z.looseObject({
        statistics: z
          .looseObject({ subscriberCount: Count, hiddenSubscriberCount: z.boolean().optional() })
          .optional(),
      }),
    )
    .optional(),
})

/** Statistics of a channel's videos: 50 in one call, one unit of quota (facts: onboarding-oauth §6). */
export function youtubeInsights(ask: AskNetwork, options: YoutubeOptions): InsightsClient {
  return {
    batch: 50,
    async posts({ accessToken }, posts) {
      try {
        const { items = [] } = await ask({
          method: 'GET',
          url: `${options.apiUrl}/youtube/v3/videos`,
          query: { part: 'statistics', id: posts.map(({ id }) => id).join(',') },
          token: accessToken,
          answer: Videos,
          errorOf: youtubeError,
        })
        const byId = new Map(items.map((item) => [item.id, item.statistics]))
        return posts.map(({ id }): PostFigures => {
          if (!byId.has(id)) return allMissing('gone')
          const statistics = byId.get(id)
          return {
            ...allMissing('not_offered'),
            likes: statistics?.likeCount ?? 'not_offered',
            comments: statistics?.commentCount ?? 'not_offered',
            views: statistics?.viewCount ?? 'not_offered',
          }
        })
      } catch (error) {
        if (!(error instanceof SocialError) || error.fault !== 'no_permission') throw error
        return posts.map(() => allMissing('no_permission'))
      }
    },
    async account({ accessToken }): Promise<Record<string, Found>> {
      const { items } = await ask({
        method: 'GET',
        url: `${options.apiUrl}/youtube/v3/channels`,
        query: { part: 'statistics', mine: 'true' },
        token: accessToken,
        answer: Channels,
        errorOf: youtubeError,
      })
      const statistics = items?.[0]?.statistics
      const isHidden = statistics?.hiddenSubscriberCount || statistics?.subscriberCount === undefined
      return { followers: isHidden ? 'not_offered' : (statistics.subscriberCount ?? 'not_offered') }
    },
  }
}
