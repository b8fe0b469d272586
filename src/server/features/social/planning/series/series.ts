import { sql } from 'kysely'
import type { z } from 'zod'
import type { Series, socialRecurrences } from '#contract/social/planning.ts'
import type { PostOptions } from '#contract/social/posts.ts'
import type { Platform, PostFormat } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { judgePost } from '../../posts/form/judge-post.ts'
import { refuseProblems } from '../../posts/form/problems.ts'
import { type JudgedTarget, wantedOf } from '../../posts/form/wanted.ts'
import { filesOf } from '../../posts/post-view.ts'
import { insertContent } from '../../posts/store-posts.ts'
import { makeOccurrences } from './make-occurrences.ts'
import { addDays, dayAt, occurrencesBetween } from './occurrences.ts'

type NewSeries = z.output<(typeof socialRecurrences)['createSeries']['body']>
type ChangedSeries = z.output<(typeof socialRecurrences)['changeSeries']['body']>
type Input = Omit<ChangedSeries, 'revision'>

const mostSeries = 200

type Row = {
  id: number
  weekdays: number[]
  local_time: string
  timezone: string
  until: string | null
  stopped_at: Date | null
  made_next: Date | null
  next_due: Date | null
  waiting: number
  created_at: Date
  revision: number
}

/** The newest first. */
export async function listSeries(app: App, businessId: number, only?: number): Promise<Series[]> {
  const { rows } = await sql<Row>`
    select r.id, r.weekdays, to_char(r.local_time, 'HH24:MI') as local_time, r.timezone, r.until::text as until,
      r.stopped_at, r.next_at as made_next, r.created_at, r.revision, w.next_due, w.waiting
    from social_recurrences r
    cross join lateral (
      select min(p.due_at) as next_due, count(*)::int as waiting
      from social_occurrences c
      join social_publications p on p.business_id = c.business_id and p.id = c.publication_id
      where c.business_id = r.business_id and c.recurrence_id = r.id and p.state = 'scheduled' and p.deleted_at is null
    ) as w
    where r.business_id = ${businessId} ${only === undefined ? sql`` : sql`and r.id = ${only}`}
    order by r.id desc limit ${mostSeries}`.execute(app.db)
  const targets = await targetRows(
    app,
    businessId,
    rows.map(({ id }) => id),
  )
  const files = await filesOf(
    app,
    businessId,
    targets.map(({ post_id }) => post_id),
  )
  return rows.map((row) => {
    const own = targets.filter(({ recurrence_id }) => recurrence_id === row.id)
    const ended = row.waiting === 0 && row.made_next === null
    return {
      id: row.id,
      weekdays: row.weekdays,
      local_time: row.local_time,
      timezone: row.timezone,
      until: row.until,
      state: row.stopped_at ? 'stopped' : ended ? 'ended' : 'active',
      next_at: row.next_due?.toISOString() ?? null,
      posts_waiting: row.waiting,
      targets: own.map((target) => ({
        account_id: target.account_id,
        platform: target.platform as Platform,
        page_name: target.page_name,
        format: target.format as PostFormat,
        caption: target.caption,
        first_comment: target.first_comment,
        options: target.options as PostOptions,
      })),
      link: own[0]?.link ?? null,
      media: own[0] ? (files.get(own[0].post_id) ?? []) : [],
      created_at: row.created_at.toISOString(),
      revision: row.revision,
    }
  })
}

async function targetRows(app: App, businessId: number, ids: readonly number[]) {
  return await app.db
    .selectFrom('social_recurrence_targets as s')
    .innerJoin('social_posts as o', (join) =>
      join.onRef('o.business_id', '=', 's.business_id').onRef('o.id', '=', 's.post_id'),
    )
    .innerJoin('social_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 's.business_id').onRef('a.id', '=', 's.account_id'),
    )
    .select(['s.recurrence_id', 's.account_id', 's.post_id', 's.format', 'a.platform'])
    .select(['a.name as page_name', 'o.caption', 'o.first_comment', 'o.link', 'o.options'])
    .where('s.business_id', '=', businessId)
    .where('s.recurrence_id', 'in', ids.length ? [...ids] : [0])
    .orderBy('s.post_id')
    .execute()
}

async function getSeries(app: App, businessId: number, id: number): Promise<Series> {
  const [series] = await listSeries(app, businessId, id)
  if (!series) throw new AppError('not_found', t('social.planning.seriesNotFound'))
  return series
}

/** Starts a recurring post: it and its posts of the next weeks are there together or not at all. */
export async function createSeries(
  app: App,
  caller: Caller,
  { request_id, ...input }: NewSeries,
): Promise<Series> {
  const { businessId, userId } = caller
  const targets = await judge(app, businessId, input)
  const id = await app.transaction(async (tx) => {
    if (request_id) {
      const known = await claimSeriesRequest(tx, businessId, request_id)
      if (known !== 'new') return known
    }
    await refuseTooMany(tx, businessId)
    const { rows } = await sql<{ id: number }>`
      insert into social_recurrences (business_id, weekdays, local_time, timezone, until, created_by, created_at)
      values (${businessId}, ${weekdaysOf(input)}::smallint[], ${input.local_time}::time, ${input.timezone},
        ${input.until}::date, ${userId}, ${tx.now()}) returning id`.execute(tx.db)
    const seriesId = rows[0]!.id
    await storeTargets(tx, caller, seriesId, input.timezone, targets)
    await makeOccurrences(tx, businessId, seriesId)
    if (request_id) {
      await tx.db
        .updateTable('social_requests')
        .set({ recurrence_id: seriesId })
        .where('business_id', '=', businessId)
        .where('request_id', '=', request_id)
        .execute()
    }
    return seriesId
  })
  return await getSeries(app, businessId, id)
}

const weekdaysOf = ({ weekdays }: Input): number[] => [...new Set(weekdays)].sort((one, other) => one - other)

async function refuseTooMany(tx: App, businessId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`series of ${businessId}`}, 0))`.execute(tx.db)
  const { count } = await tx.db
    .selectFrom('social_recurrences')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('stopped_at', 'is', null)
    .where('next_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (count >= mostSeries)
    throw new AppError('rule_broken', t('social.planning.seriesFull', { limit: mostSeries }))
}

/** The series of a request that was sent before; `new` once for each request. */
async function claimSeriesRequest(tx: App, businessId: number, requestId: string): Promise<number | 'new'> {
  const claimed = await tx.db
    .insertInto('social_requests')
    .values({ business_id: businessId, request_id: requestId, made_at: tx.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('request_id')
    .executeTakeFirst()
  if (claimed) return 'new'
  const { recurrence_id } = await tx.db
    .selectFrom('social_requests')
    .select('recurrence_id')
    .where('business_id', '=', businessId)
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  if (recurrence_id === null) throw new AppError('conflict', t('social.planning.seriesChanged'))
  return recurrence_id
}

async function judge(app: App, businessId: number, input: Input): Promise<JudgedTarget[]> {
  const { targets, problems } = await judgePost(app, businessId, wantedOf(input.content))
  refuseProblems(problems.map((problem) => ({ ...problem, field: `content.${problem.field}` })))
  const today = dayAt(app.now(), input.timezone)
  const rule = { ...input, localTime: input.local_time }
  const coming = occurrencesBetween(rule, today, addDays(today, 8)).some(({ at }) => at > app.now())
  if (coming) return targets
  const sentence = t('social.planning.untilPast')
  throw new AppError('rule_broken', sentence, { fields: { until: sentence } })
}

async function storeTargets(
  tx: App,
  { businessId, userId }: Caller,
  seriesId: number,
  timezone: string,
  targets: readonly JudgedTarget[],
): Promise<void> {
  const from = { businessId, userId, timezone, now: tx.now(), recurrenceId: seriesId }
  for (const target of targets) {
    const postId = await insertContent(tx, from, target)
    await tx.db
      .insertInto('social_recurrence_targets')
      .values({
        business_id: businessId,
        recurrence_id: seriesId,
        account_id: target.account.id,
        post_id: postId,
        format: target.format,
      })
      .execute()
  }
}

/**
 * Changes a series. Its posts that wait and were not edited on their own are made anew; what is published, or was
 * edited or deleted on its own, stays as it is.
 */
export async function changeSeries(
  app: App,
  caller: Caller,
  id: number,
  { revision, ...input }: ChangedSeries,
): Promise<Series> {
  const { businessId } = caller
  const before = await getSeries(app, businessId, id)
  if (before.state !== 'active') throw new AppError('conflict', t('social.planning.seriesOver'))
  const targets = await judge(app, businessId, input)
  await app.transaction(async (tx) => {
    const { rows } = await sql`
      update social_recurrences
      set weekdays = ${weekdaysOf(input)}::smallint[], local_time = ${input.local_time}::time,
        timezone = ${input.timezone}, until = ${input.until}::date, revision = revision + 1, made_until = null
      where business_id = ${businessId} and id = ${id} and revision = ${revision} and stopped_at is null
      returning id`.execute(tx.db)
    if (rows.length === 0) throw new AppError('conflict', t('social.planning.seriesChanged'))
    await removeWaiting(tx, businessId, id, { alsoEdited: false })
    await dropTargets(tx, businessId, id)
    await storeTargets(tx, caller, id, input.timezone, targets)
    await makeOccurrences(tx, businessId, id)
  })
  return await getSeries(app, businessId, id)
}

/** Takes back the posts of a series that nobody has begun to publish, and the days that they were made for. */
async function removeWaiting(
  tx: App,
  businessId: number,
  seriesId: number,
  { alsoEdited }: { alsoEdited: boolean },
): Promise<number> {
  const now = tx.now()
  const { rows } = await sql<{ id: number }>`
    update social_publications p set state = 'cancelled', state_at = ${now}, deleted_at = ${now},
      claim = null, claimed_until = null
    from social_posts o
    where o.business_id = p.business_id and o.id = p.post_id and o.recurrence_id = ${seriesId}
      and p.business_id = ${businessId} and p.state = 'scheduled' and p.deleted_at is null
      and (p.claim is null or p.claimed_until is null or p.claimed_until <= ${now})
      and p.id in (select publication_id from social_occurrences
        where business_id = ${businessId} and recurrence_id = ${seriesId})
      ${alsoEdited ? sql`` : sql`and o.revision = 0 and p.due_at > ${now}`}
    returning p.id`.execute(tx.db)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) {
    await tx.db
      .deleteFrom('social_occurrences')
      .where('business_id', '=', businessId)
      .where('recurrence_id', '=', seriesId)
      .where('publication_id', 'in', ids)
      .execute()
  }
  return ids.length
}

async function dropTargets(tx: App, businessId: number, seriesId: number): Promise<void> {
  const gone = await tx.db
    .deleteFrom('social_recurrence_targets')
    .where('business_id', '=', businessId)
    .where('recurrence_id', '=', seriesId)
    .returning('post_id')
    .execute()
  const ids = gone.map(({ post_id }) => post_id)
  if (ids.length === 0) return
  await tx.db
    .deleteFrom('social_post_media')
    .where('business_id', '=', businessId)
    .where('post_id', 'in', ids)
    .execute()
  await tx.db
    .deleteFrom('social_posts')
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .execute()
}

/** Stops a series and takes back what waits of it. Once stopped, it stays so: the same again changes nothing. */
export async function stopSeries(
  app: App,
  businessId: number,
  id: number,
): Promise<{ series: Series; removed: number }> {
  await getSeries(app, businessId, id)
  const removed = await app.transaction(async (tx) => {
    const stopped = await tx.db
      .updateTable('social_recurrences')
      .set((set) => ({ stopped_at: tx.now(), next_at: null, revision: set('revision', '+', 1) }))
      .where('business_id', '=', businessId)
      .where('id', '=', id)
      .where('stopped_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return stopped ? await removeWaiting(tx, businessId, id, { alsoEdited: true }) : 0
  })
  return { series: await getSeries(app, businessId, id), removed }
}
