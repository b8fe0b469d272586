import { setTimeout as wait } from 'node:timers/promises'
import type { Post } from '#contract/social/posts.ts'
import { reasonText } from '#contract/social/reasons.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { postsByIds } from './create-posts.ts'

const lookEveryMs = 200

/** Posts that were to go out at once, as they are when the networks have answered or the time to wait is over. */
export async function whenPublished(app: App, businessId: number, posts: Post[]): Promise<Post[]> {
  const end = performance.now() + (app.settings.publishWaitMs ?? 0)
  let now = posts
  while (now.some(({ status }) => status === 'publishing') && performance.now() < end) {
    await wait(lookEveryMs)
    now = await postsByIds(
      app,
      businessId,
      posts.map(({ id }) => id),
    )
  }
  return now
}

/** Reasons for which a post stays where it is until a person or the network changes something. */
const standsStill = ['reconnect', 'account_disconnected', 'access_withdrawn', 'rate_limited', 'publish_limit']

type Outcome = Pick<Post, 'status' | 'reason' | 'platform'>

/** The specification's sentence only where it is true; else the most urgent of what came of the posts. */
export function outcomeText(posts: readonly Outcome[]): string {
  if (posts.every(({ status }) => status === 'posted')) return t('social.posts.published')
  const unknown = posts.filter(({ status }) => status === 'unknown').length
  const failed = posts.filter(({ status }) => !['posted', 'publishing', 'unknown'].includes(status)).length
  if (failed > 0) return t('social.posts.notAllPublished', { count: failed })
  // It may be there: that it was not published would be a guess.
  if (unknown > 0) return t('social.publish.notice.unknown', { count: unknown })
  const still = posts.find(
    ({ status, reason }) => status === 'publishing' && standsStill.includes(reason ?? ''),
  )
  return (still && reasonText(still.reason, still.platform)) ?? t('social.posts.publishing')
}
