import type { PostFormat } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { wakePublisher } from '../publish/publish.ts'
import { lockAccounts, refuseDuplicates } from './duplicates.ts'
import { changeWaiting, getPostRow, refuseTaken } from './edit-post.ts'

/**
 * Deletes a post that waits for its time. It can be restored until then.
 * @throws AppError `conflict` once it is being published or over.
 */
export async function deletePost(app: App, { businessId, userId }: Caller, id: number): Promise<void> {
  const row = await getPostRow(app, businessId, id)
  refuseTaken(app, row)
  const now = app.now()
  await app.transaction(async (tx) => {
    await changeWaiting(tx, businessId, id, {
      deleted_at: now,
      deleted_by: userId,
      state_at: now,
      state: 'cancelled',
    })
    await noteStep(tx, businessId, id, 'cancelled')
  })
}

/**
 * Undoes the deletion of a post whose time has not come: it waits for its time again.
 * @throws AppError `conflict` once its time is over; `duplicate` where the same goes to the account meanwhile.
 */
export async function restorePost(app: App, businessId: number, id: number, again: boolean): Promise<void> {
  await app.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('social_publications as p')
      .innerJoin('social_posts as o', (join) =>
        join.onRef('o.business_id', '=', 'p.business_id').onRef('o.id', '=', 'p.post_id'),
      )
      .innerJoin('social_accounts as a', (join) =>
        join.onRef('a.business_id', '=', 'p.business_id').onRef('a.id', '=', 'p.account_id'),
      )
      .select(['p.id', 'p.post_id', 'p.account_id', 'p.platform', 'p.format', 'p.state', 'p.due_at'])
      .select(['p.deleted_at', 'p.deleted_by', 'o.caption', 'a.name as page_name'])
      .where('p.business_id', '=', businessId)
      .where('p.id', '=', id)
      .executeTakeFirst()
    if (!row) throw new AppError('not_found', t('social.posts.notFound'))
    // It was restored before: the same again changes nothing.
    if (!row.deleted_at && row.state === 'scheduled') return
    if (!row.deleted_at || row.deleted_by === null)
      throw new AppError('conflict', t('social.posts.notDeleted'))
    await lockAccounts(tx, businessId, [row.account_id])
    const hashes = await holdFiles(tx, businessId, row.post_id)
    if (!again) {
      const account = { id: row.account_id, page_name: row.page_name, platform: row.platform }
      const content = { caption: row.caption, hashes, format: row.format as PostFormat }
      await refuseDuplicates(tx, businessId, [{ ...content, account, dueAt: row.due_at }], id)
    }
    const now = tx.now()
    const back = await tx.db
      .updateTable('social_publications')
      .set({ deleted_at: null, deleted_by: null, state: 'scheduled', state_at: now })
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('state', '=', 'cancelled')
      .where('deleted_at', 'is not', null)
      .where('deleted_by', 'is not', null)
      .where('due_at', '>', now)
      .returning('id')
      .executeTakeFirst()
    if (!back) {
      if (await isScheduled(tx, businessId, id)) return
      throw new AppError('conflict', t('social.posts.restoreOver'))
    }
    await noteStep(tx, businessId, id, 'scheduled')
    await wakePublisher(tx)
  })
}

/** Another press of the same button was quicker. */
async function isScheduled(tx: App, businessId: number, id: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('social_publications')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps the files of a post from a clean-up. @throws AppError `conflict` where one was removed already. */
async function holdFiles(tx: App, businessId: number, postId: number): Promise<string[]> {
  const files = await tx.db
    .updateTable('social_media as f')
    .from('social_post_media as m')
    .set({ used_at: tx.now() })
    .whereRef('m.business_id', '=', 'f.business_id')
    .whereRef('m.media_id', '=', 'f.id')
    .where('m.business_id', '=', businessId)
    .where('m.post_id', '=', postId)
    .returning(['f.hash', 'f.file_name', 'f.removed_at'])
    .execute()
  const gone = files.find(({ removed_at }) => removed_at !== null)
  if (gone) throw new AppError('conflict', t('social.posts.problems.fileGone', { file: gone.file_name }))
  return files.map(({ hash }) => hash.toString('hex'))
}

async function noteStep(tx: App, businessId: number, id: number, state: string): Promise<void> {
  await tx.db
    .insertInto('social_publication_steps')
    .values({ business_id: businessId, publication_id: id, state, reason: null, at: tx.now() })
    .execute()
}
