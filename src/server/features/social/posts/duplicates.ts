import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { EarlierPost } from '#contract/errors.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import type { JudgedTarget } from './form/wanted.ts'
import { statusOf } from './post-status.ts'
import { previewOf } from './post-view.ts'

const windowHours = 24

/** A text as it is compared: case, spaces and the way that letters are encoded make no other text. */
export const comparable = (text: string): string =>
  text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

type Content = Pick<JudgedTarget, 'caption' | 'hashes' | 'format'>

/** What a post says and shows, for finding the very same again. */
export const contentHash = ({ caption, hashes, format }: Content): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([comparable(caption), hashes, format]))
    .digest()

/** One writer at a time for each account: of two equal posts at once the second sees the first. */
export async function lockAccounts(
  tx: App,
  businessId: number,
  accountIds: readonly number[],
): Promise<void> {
  for (const id of [...new Set(accountIds)].sort((one, other) => one - other)) {
    await lockOfBusiness(tx.db, businessId, `account ${id}`)
  }
}

type NearRow = {
  id: number
  caption: string
  format: string
  state: string
  due_at: Date
  created_at: Date
  hashes: string[] | null
}

export type GoingOut = Content & {
  account: { id: number; page_name: string; platform: string }
  dueAt: Date
}

/** Posts of the same text or media that go or went to the same account up to 24 hours before or after. */
export async function findEarlier(
  app: App,
  businessId: number,
  posts: readonly GoingOut[],
  except?: number,
): Promise<EarlierPost[]> {
  const found: EarlierPost[] = []
  for (const post of posts) {
    const near = await postsNear(app, businessId, post.account.id, post.dueAt)
    for (const row of near) {
      if (row.id === except) continue
      const same = sameness(post, row)
      if (!same) continue
      found.push({
        id: row.id,
        account_id: post.account.id,
        page_name: post.account.page_name,
        platform: post.account.platform,
        caption_preview: previewOf(row.caption),
        status: statusOf(row),
        at: row.due_at.toISOString(),
        same,
      })
    }
  }
  return found
}

async function postsNear(app: App, businessId: number, accountId: number, at: Date): Promise<NearRow[]> {
  const reach = windowHours * 3_600_000
  const { rows } = await sql<NearRow>`
    select p.id, o.caption, p.format, p.state, p.due_at, p.created_at,
      (select array_agg(encode(f.hash, 'hex') order by m.position) from social_post_media m
        join social_media f on f.business_id = m.business_id and f.id = m.media_id
        where m.business_id = p.business_id and m.post_id = p.post_id) as hashes
    from social_publications p
    join social_posts o on o.business_id = p.business_id and o.id = p.post_id
    where p.business_id = ${businessId} and p.account_id = ${accountId} and p.deleted_at is null
      and p.due_at between ${new Date(at.getTime() - reach)} and ${new Date(at.getTime() + reach)}
      and p.state not in ('failed', 'cancelled')
    order by p.due_at desc, p.id desc limit 500`.execute(app.db)
  return rows
}

/** The same media: each file of one is in the other. */
function sameness(post: Content, row: NearRow): EarlierPost['same'] | undefined {
  const text = comparable(post.caption)
  const sameText = text !== '' && text === comparable(row.caption)
  const others = row.hashes ?? []
  const within = (some: readonly string[], all: readonly string[]) =>
    some.length > 0 && some.every((hash) => all.includes(hash))
  const sameMedia = within(post.hashes, others) || within(others, post.hashes)
  if (sameText && sameMedia) return 'both'
  if (sameText) return 'text'
  return sameMedia ? 'media' : undefined
}

/** @throws AppError `duplicate` with the earlier posts. */
export async function refuseDuplicates(
  tx: App,
  businessId: number,
  posts: readonly GoingOut[],
  except?: number,
): Promise<void> {
  const earlierPosts = await findEarlier(tx, businessId, posts, except)
  const [first] = earlierPosts
  if (!first) return
  const names = [...new Set(earlierPosts.map(({ page_name }) => page_name))]
  throw new AppError('duplicate', t('social.posts.duplicate', { accounts: names.join(', ') }), {
    earlierPosts: earlierPosts.slice(0, 50),
  })
}
