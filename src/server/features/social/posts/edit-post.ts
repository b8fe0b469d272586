import { sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { Post, PostMedia, PostOptions, socialPosts } from '#contract/social/posts.ts'
import type { PostFormat } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { countOutside } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import type { Tables } from '#server/tables.ts'
import { mediaIdOf } from '../media/serving/addresses.ts'
import { wakePublisher } from '../publish/publish.ts'
import { comparable, contentHash, lockAccounts, refuseDuplicates } from './duplicates.ts'
import { judgePost } from './form/judge-post.ts'
import { problemOfTime, refuseTime } from './form/post-times.ts'
import { refuseProblems } from './form/problems.ts'
import type { JudgedTarget } from './form/wanted.ts'
import { mediaAt } from './media-address.ts'
import { isFree } from './post-status.ts'
import { filesOf, type PostRow, postRows, postViews } from './post-view.ts'
import { insertMedia } from './store-posts.ts'

type Edit = z.output<(typeof socialPosts)['update']['body']>

/** @throws AppError `not_found` with the specification's sentence. */
export async function getPostRow(app: App, businessId: number, id: number): Promise<PostRow> {
  const row = await postRows(app, businessId).where('p.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', t('social.posts.notFound'))
  return row
}

export async function getPost(app: App, businessId: number, id: number): Promise<Post> {
  const [post] = await postViews(app, businessId, [await getPostRow(app, businessId, id)])
  return post!
}

/**
 * Changes a post that waits for its time. It has a row of its own, so no other account's post is touched; a publisher
 * that has taken it, or an edit in between, wins.
 * @throws AppError `conflict`, or with the sentence of what is in the way.
 */
export async function editPost(app: App, caller: Caller, id: number, edit: Edit): Promise<Post> {
  const { businessId } = caller
  const row = await getPostRow(app, businessId, id)
  refuseTaken(app, row)
  if (edit.revision !== undefined && edit.revision !== row.revision) throw changedMeanwhile()
  if (edit.platform && edit.platform !== row.platform) {
    const sentence = t('social.posts.otherPlatform')
    throw new AppError('rule_broken', sentence, { fields: { platform: sentence } })
  }
  refuseMissing(row, edit)
  const dueAt = new Date(edit.scheduled_time)
  // A post that is only edited keeps a time that has just come; it is published once the edit is stored.
  const problem = dueAt.getTime() === row.due_at.getTime() ? undefined : problemOfTime(app.now(), dueAt)
  if (problem) refuseTime(problem)
  const { target, sameFiles } = await judgeEdit(app, caller, row, edit)
  await app.transaction(async (tx) => {
    await lockAccounts(tx, businessId, [row.account_id])
    if (!edit.again) {
      // Asked only about what is new: the rest was let through before.
      const words = comparable(target.caption) === comparable(row.caption) ? '' : target.caption
      const hashes = sameFiles ? [] : target.hashes
      await refuseDuplicates(tx, businessId, [{ ...target, caption: words, hashes, dueAt }], id)
    }
    await storeEdit(tx, businessId, row, target, { dueAt, timezone: edit.timezone ?? row.timezone })
    await wakePublisher(tx)
  })
  return await getPost(app, businessId, id)
}

function refuseMissing(row: PostRow, { caption, media_url, media, format }: Edit): void {
  const kept = (format ?? row.format) as PostFormat
  const isMissing =
    (kept !== 'story' && caption.trim() === '') || (kept !== 'text' && !media && media_url.trim() === '')
  if (!isMissing) return
  const sentence = t('social.posts.allRequired')
  throw new AppError('invalid_input', sentence, {
    fields: caption.trim() === '' ? { caption: sentence } : { media_url: sentence },
  })
}

async function judgeEdit(
  app: App,
  caller: Caller,
  row: PostRow,
  edit: Edit,
): Promise<{ target: JudgedTarget; sameFiles: boolean }> {
  const before = (await filesOf(app, caller.businessId, [row.post_id])).get(row.post_id) ?? []
  const media = await mediaOf(app, caller, before, edit)
  const sameFiles =
    media.length === before.length && media.every(({ media_id }, at) => media_id === before[at]?.media_id)
  const { targets, problems } = await judgePost(app, caller.businessId, {
    targets: [
      {
        account_id: row.account_id,
        // Files that its format does not take are of another one: it is chosen as for a new post.
        ...((edit.format || sameFiles) && { format: edit.format ?? (row.format as PostFormat) }),
        formatBefore: row.format as PostFormat,
        first_comment: edit.first_comment === undefined ? row.first_comment : edit.first_comment,
      },
    ],
    caption: edit.caption,
    firstComment: null,
    link: edit.link === undefined ? row.link : edit.link,
    options: edit.options ?? (row.options as PostOptions),
    media,
    severalTargets: false,
  })
  // An account that must be connected again holds the post back; its words and time can be changed meanwhile.
  refuseProblems(problems.filter(({ code }) => code !== 'reconnect'))
  return { target: targets[0]!, sameFiles }
}

/** The files after the edit: those that are named, the one that `media_url` names, or those of before. */
async function mediaOf(
  app: App,
  caller: Caller,
  before: Post['media'],
  { media, media_url }: Edit,
): Promise<PostMedia[]> {
  if (media) return media
  const address = media_url.trim()
  if (address === '') return []
  if (mediaIdOf(app, caller.businessId, address) === undefined) await countOutside(app, caller.userId)
  const id = await mediaAt(app, caller, address)
  // Its alt text and crops stay with a file that stays.
  return before[0]?.media_id === id ? before : [{ media_id: id }]
}

async function storeEdit(
  tx: App,
  businessId: number,
  row: PostRow,
  target: JudgedTarget,
  { dueAt, timezone }: { dueAt: Date; timezone: string },
): Promise<void> {
  const now = tx.now()
  await changeWaiting(tx, businessId, row.id, {
    format: target.format,
    due_at: dueAt,
    content_hash: contentHash(target),
    // Why it waited until now says nothing of its new time.
    reason: null,
    detail: null,
    attempts: 0,
  })
  const written = await tx.db
    .updateTable('social_posts')
    .set({
      caption: target.caption,
      first_comment: target.firstComment,
      link: target.link,
      options: JSON.stringify(target.options),
      timezone,
      updated_at: now,
      revision: sql<number>`revision + 1`,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', row.post_id)
    .where('revision', '=', row.revision)
    .returning('id')
    .executeTakeFirst()
  if (!written) throw changedMeanwhile()
  await tx.db
    .deleteFrom('social_post_media')
    .where('business_id', '=', businessId)
    .where('post_id', '=', row.post_id)
    .execute()
  await insertMedia(tx, businessId, row.post_id, target)
}

/**
 * Changes a publication that waits and that nobody has taken. A claim that a killed process left behind, and a wait that
 * the publisher set, are looked at anew.
 * @throws AppError `conflict` where a publisher was quicker.
 */
export async function changeWaiting(
  tx: App,
  businessId: number,
  id: number,
  changes: Updateable<Tables['social_publications']>,
): Promise<void> {
  const changed = await tx.db
    .updateTable('social_publications')
    .set({ ...changes, claim: null, claimed_until: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('claim', 'is', null),
        where('claimed_until', 'is', null),
        where('claimed_until', '<=', tx.now()),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw await whyTaken(tx, businessId, id)
}

/** Another press of the button deleted it, or a publisher was quicker. */
async function whyTaken(tx: App, businessId: number, id: number): Promise<AppError> {
  const row = await tx.db
    .selectFrom('social_publications')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row ? beingPublished() : new AppError('not_found', t('social.posts.notFound'))
}

/** @throws AppError `conflict` where it is being published, or over. */
export function refuseTaken(app: App, row: PostRow): void {
  if (isFree(row, app.now())) return
  if (row.state === 'scheduled' || statesUnderWay.includes(row.state)) throw beingPublished()
  throw new AppError('conflict', t('social.posts.notScheduled'))
}
const statesUnderWay = ['uploading', 'container_created', 'finished', 'publishing']

const beingPublished = () => new AppError('conflict', t('social.posts.beingPublished'))
const changedMeanwhile = () => new AppError('conflict', t('social.posts.changedMeanwhile'))
