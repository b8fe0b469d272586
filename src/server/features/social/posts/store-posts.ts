import type { Platform } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { newMarker } from '../publish/publish.ts'
import { contentHash } from './duplicates.ts'
import type { JudgedTarget } from './form/wanted.ts'

/** A post on its way into the tables: what it says, and when it goes out. */
export type Outgoing = Omit<JudgedTarget, 'account'> & {
  account: { id: number; platform: Platform }
  dueAt: Date
}

type From = {
  businessId: number
  userId: number
  timezone: string
  /** Of a post that was composed now; it has no time that it waits for. */
  now: Date
  recurrenceId?: number
}

/**
 * Inserts posts that were composed in one go: all of them or, as the caller's transaction is one, none.
 * @returns the ids of the publications, and of the group.
 */
export async function insertPosts(
  tx: App,
  from: From,
  posts: readonly Outgoing[],
): Promise<{ ids: number[]; groupId: number }> {
  const ids: number[] = []
  let groupId: number | undefined
  for (const post of posts) {
    const postId: number = await insertContent(tx, from, post, groupId)
    groupId ??= postId
    const { id } = await tx.db
      .insertInto('social_publications')
      .values({
        business_id: from.businessId,
        post_id: postId,
        account_id: post.account.id,
        platform: post.account.platform,
        format: post.format,
        state: 'scheduled',
        due_at: post.dueAt,
        marker: newMarker(),
        content_hash: contentHash(post),
        state_at: from.now,
        created_at: from.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx.db
      .insertInto('social_publication_steps')
      .values({ business_id: from.businessId, publication_id: id, state: 'scheduled', at: from.now })
      .execute()
    ids.push(id)
  }
  if (groupId === undefined) throw new Error('a post goes to at least one account')
  return { ids, groupId }
}

/** Inserts what a post says and shows, without a publication. */
export async function insertContent(
  tx: App,
  { businessId, userId, timezone, now, recurrenceId }: From,
  post: Omit<JudgedTarget, 'account'>,
  groupId?: number,
): Promise<number> {
  const { id } = await tx.db
    .insertInto('social_posts')
    .values({
      business_id: businessId,
      caption: post.caption,
      first_comment: post.firstComment,
      link: post.link,
      options: JSON.stringify(post.options),
      timezone,
      recurrence_id: recurrenceId ?? null,
      group_id: groupId ?? null,
      created_by: userId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (groupId === undefined) {
    await tx.db
      .updateTable('social_posts')
      .set({ group_id: id })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .execute()
  }
  await insertMedia(tx, businessId, id, post)
  return id
}

export async function insertMedia(
  tx: App,
  businessId: number,
  postId: number,
  { media }: Pick<JudgedTarget, 'media'>,
): Promise<void> {
  if (media.length === 0) return
  // Waits for a clean-up that holds the file; from then on its time of use protects it.
  await tx.db
    .updateTable('social_media')
    .set({ used_at: tx.now() })
    .where('business_id', '=', businessId)
    .where(
      'id',
      'in',
      media.map(({ media_id }) => media_id),
    )
    .execute()
  await tx.db
    .insertInto('social_post_media')
    .values(
      media.map(({ media_id, alt_text, focal, crops }, position) => ({
        business_id: businessId,
        post_id: postId,
        position,
        media_id,
        alt_text: alt_text ?? null,
        focal_x: focal?.x ?? null,
        focal_y: focal?.y ?? null,
        crops: JSON.stringify(crops ?? {}),
      })),
    )
    .execute()
}
