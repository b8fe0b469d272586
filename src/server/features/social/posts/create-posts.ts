import { sql } from 'kysely'
import type { Post } from '#contract/social/posts.ts'
import type { App } from '#server/app.ts'
import { requireStaying } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { wakePublisher } from '../publish/publish.ts'
import { contentHash, lockAccounts, refuseDuplicates } from './duplicates.ts'
import { judgePost } from './form/judge-post.ts'
import { refuseProblems } from './form/problems.ts'
import type { JudgedTarget, WantedPost } from './form/wanted.ts'
import { postRows, postViews } from './post-view.ts'
import { nextFreeTime } from './queue-times.ts'
import { insertPosts } from './store-posts.ts'

export type When = { at: Date } | 'now' | 'queue'

type Composed = {
  wanted: WantedPost
  when: When
  timezone: string
  /** The same text or media is meant. */
  again: boolean
  requestId: string | undefined
  draftId: number | undefined
}

/** Two equal requests of one person within this time are one press of the button that was sent twice. */
const samePressSeconds = 10

/**
 * Stores a composed post for each of its accounts, all of them or none.
 * @throws AppError with the sentence of what is in the way; `rule_broken` while the business is to be deleted; `duplicate` where the same went to an account within 24 h.
 */
export async function createPosts(app: App, caller: Caller, composed: Composed): Promise<Post[]> {
  const { businessId } = caller
  const known = await postsOfRequest(app, businessId, composed.requestId)
  if (known) return known
  const { targets, problems } = await judgePost(app, businessId, composed.wanted)
  refuseProblems(problems)
  const ids = await app.transaction(async (tx) => {
    await requireStaying(tx, businessId)
    if (composed.requestId && !(await claimRequest(tx, businessId, composed.requestId))) return undefined
    await lockAccounts(
      tx,
      businessId,
      targets.map(({ account }) => account.id),
    )
    if (!composed.requestId) {
      const sent = await samePress(tx, caller, composed, targets)
      if (sent) return sent
    }
    const now = tx.now()
    const posts = await withTimes(tx, businessId, targets, composed.when, now)
    if (!composed.again) await refuseDuplicates(tx, businessId, posts)
    const stored = await insertPosts(tx, { ...caller, timezone: composed.timezone, now }, posts)
    if (composed.requestId) await finishRequest(tx, businessId, composed.requestId, stored.groupId)
    if (composed.draftId) await dropDraft(tx, businessId, composed.draftId)
    await wakePublisher(tx)
    return stored.ids
  })
  if (ids) return await postsByIds(app, businessId, ids)
  const made = await postsOfRequest(app, businessId, composed.requestId)
  if (!made) throw new AppError('conflict', t('social.posts.changedMeanwhile'))
  return made
}

/** Each target with its time. Times of the queue are taken under the accounts' locks, so that no two posts get one. */
async function withTimes(
  tx: App,
  businessId: number,
  targets: readonly JudgedTarget[],
  when: When,
  now: Date,
): Promise<(JudgedTarget & { dueAt: Date })[]> {
  const posts: (JudgedTarget & { dueAt: Date })[] = []
  for (const target of targets) {
    if (when === 'now') posts.push({ ...target, dueAt: now })
    else if (when === 'queue')
      posts.push({ ...target, dueAt: await nextFreeTime(tx, businessId, target.account.id) })
    else posts.push({ ...target, dueAt: when.at })
  }
  return posts
}

/** The posts of the same request, sent a moment ago without an id of its own. */
async function samePress(
  tx: App,
  { businessId, userId }: Caller,
  { when }: Composed,
  targets: readonly JudgedTarget[],
): Promise<number[] | undefined> {
  const since = new Date(tx.now().getTime() - samePressSeconds * 1000)
  const ids: number[] = []
  for (const target of targets) {
    const row = await tx.db
      .selectFrom('social_publications as p')
      .innerJoin('social_posts as o', (join) =>
        join.onRef('o.business_id', '=', 'p.business_id').onRef('o.id', '=', 'p.post_id'),
      )
      .select('p.id')
      .where('p.business_id', '=', businessId)
      .where('p.account_id', '=', target.account.id)
      .where('p.content_hash', '=', contentHash(target))
      .where('o.link', 'is not distinct from', target.link)
      .where('o.first_comment', 'is not distinct from', target.firstComment)
      .where(sql<boolean>`o.options = ${JSON.stringify(target.options)}::jsonb`)
      .where('p.created_at', '>=', since)
      .where('p.deleted_at', 'is', null)
      // What failed at once is not what this one asks for.
      .where('p.state', 'not in', ['failed', 'cancelled'])
      .where('o.created_by', '=', userId)
      .$if(when === 'now', (query) => query.whereRef('p.due_at', '<=', 'p.created_at'))
      .$if(when !== 'now', (query) => query.whereRef('p.due_at', '>', 'p.created_at'))
      .$if(typeof when === 'object', (query) => query.where('p.due_at', '=', (when as { at: Date }).at))
      .orderBy('p.id', 'desc')
      .executeTakeFirst()
    if (!row) return undefined
    ids.push(row.id)
  }
  return ids
}

async function claimRequest(tx: App, businessId: number, requestId: string): Promise<boolean> {
  const claimed = await tx.db
    .insertInto('social_requests')
    .values({ business_id: businessId, request_id: requestId, made_at: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst()
  return claimed !== undefined
}

async function finishRequest(tx: App, businessId: number, requestId: string, groupId: number): Promise<void> {
  await tx.db
    .updateTable('social_requests')
    .set({ group_id: groupId })
    .where('business_id', '=', businessId)
    .where('request_id', '=', requestId)
    .execute()
}

async function postsOfRequest(
  app: App,
  businessId: number,
  requestId: string | undefined,
): Promise<Post[] | undefined> {
  if (!requestId) return undefined
  const rows = await postRows(app, businessId)
    .innerJoin('social_requests as r', (join) =>
      join.onRef('r.business_id', '=', 'o.business_id').onRef('r.group_id', '=', 'o.group_id'),
    )
    .where('r.request_id', '=', requestId)
    .orderBy('p.id')
    .execute()
  return rows.length ? await postViews(app, businessId, rows) : undefined
}

export async function dropDraft(tx: App, businessId: number, id: number): Promise<void> {
  await tx.db.deleteFrom('social_drafts').where('business_id', '=', businessId).where('id', '=', id).execute()
}

export async function postsByIds(app: App, businessId: number, ids: readonly number[]): Promise<Post[]> {
  const rows = await postRows(app, businessId)
    .where('p.id', 'in', ids.length ? [...ids] : [0])
    .orderBy('p.id')
    .execute()
  return await postViews(app, businessId, rows)
}

/** Forgets requests that nobody sends again. */
export async function forgetRequests(app: App): Promise<void> {
  await sql`delete from social_requests where made_at < ${new Date(app.now().getTime() - 7 * 86_400_000)}`.execute(
    app.db,
  )
}
