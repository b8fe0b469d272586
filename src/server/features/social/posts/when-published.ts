import { setTimeout as wait } from 'node:timers/promises'
import type { Post } from '#contract/social/posts.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { postsByIds } from './create-posts.ts'

const lookEveryMs = 200

/** Posts that were to go out at once, as they are when the networks have answered or the time to wait is over. */
export async function whenPublished(app: App, businessId: number, posts: Post[]): Promise<Post[]> {
  const end = Date.now() + (app.settings.publishWaitMs ?? 0)
  let now = posts
  while (now.some(({ status }) => status === 'publishing') && Date.now() < end) {
    await wait(lookEveryMs)
    now = await postsByIds(
      app,
      businessId,
      posts.map(({ id }) => id),
    )
  }
  return now
}

/** The specification's sentence only where it is true. */
export function outcomeText(posts: readonly Post[]): string {
  if (posts.every(({ status }) => status === 'posted')) return t('social.posts.published')
  if (posts.some(({ status }) => status === 'publishing')) return t('social.posts.publishing')
  return t('social.posts.notAllPublished', {
    count: posts.filter(({ status }) => status !== 'posted').length,
  })
}
