import { sql } from 'kysely'
import type { z } from 'zod'
import type { Series, socialRecurrences } from '#contract/social/planning.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import type { JudgedTarget } from '../../posts/form/wanted.ts'
import { makeOccurrences } from './make-occurrences.ts'
import { addDays } from './occurrences.ts'
import {
  getSeries,
  insertSeries,
  judgeSeries,
  refuseTooMany,
  type SeriesInput,
  storeTargets,
  weekdaysOf,
} from './series.ts'

type ChangedSeries = z.output<(typeof socialRecurrences)['changeSeries']['body']>
type Changed = { series: Series; before: Series | null }

/**
 * Changes a series, all of it or from one of its posts on. Posts that wait and were not edited on their own are made
 * again; what is published, or was edited or deleted on its own, stays as it is.
 */
export async function changeSeries(
  app: App,
  caller: Caller,
  id: number,
  { revision, from_post, ...input }: ChangedSeries,
): Promise<Changed> {
  const { businessId } = caller
  const before = await getSeries(app, businessId, id)
  if (before.state !== 'active') throw new AppError('conflict', t('social.planning.seriesOver'))
  const day = from_post === undefined ? undefined : await splitDay(app, businessId, id, from_post)
  const targets = await judgeSeries(app, businessId, input, day ?? (await startOf(app, businessId, id)))
  if (day === undefined) {
    await app.transaction((tx) => changeAll(tx, caller, id, revision, input, targets))
    return { series: await getSeries(app, businessId, id), before: null }
  }
  const next = await app.transaction((tx) =>
    changeFollowing(tx, caller, { id, revision, day }, input, targets),
  )
  return { series: await getSeries(app, businessId, next), before: await getSeries(app, businessId, id) }
}

/** The day of one post of a series; undefined where none comes before it, so that all of the series is meant. */
async function splitDay(
  app: App,
  businessId: number,
  id: number,
  publicationId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ day: string; is_first: boolean }>`
    select c.on_day::text as day, not exists (select from social_occurrences e
      where e.business_id = c.business_id and e.recurrence_id = c.recurrence_id and e.on_day < c.on_day) as is_first
    from social_occurrences c
    where c.business_id = ${businessId} and c.recurrence_id = ${id} and c.publication_id = ${publicationId}`.execute(
    app.db,
  )
  const [found] = rows
  if (!found) throw new AppError('not_found', t('social.posts.notFound'))
  return found.is_first ? undefined : found.day
}

async function startOf(app: App, businessId: number, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ day: string | null }>`
    select starts_on::text as day from social_recurrences where business_id = ${businessId} and id = ${id}`.execute(
    app.db,
  )
  return rows[0]?.day ?? undefined
}

async function changeAll(
  tx: App,
  caller: Caller,
  id: number,
  revision: number,
  input: SeriesInput,
  targets: readonly JudgedTarget[],
): Promise<void> {
  const { businessId } = caller
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
}

/** Ends the series on the day before, and begins another one on that day. @returns the id of that one. */
async function changeFollowing(
  tx: App,
  caller: Caller,
  { id, revision, day }: { id: number; revision: number; day: string },
  input: SeriesInput,
  targets: readonly JudgedTarget[],
): Promise<number> {
  const { businessId } = caller
  await refuseTooMany(tx, businessId)
  const { rows } = await sql`
    update social_recurrences set until = ${addDays(day, -1)}::date, next_at = null, revision = revision + 1
    where business_id = ${businessId} and id = ${id} and revision = ${revision} and stopped_at is null
    returning id`.execute(tx.db)
  if (rows.length === 0) throw new AppError('conflict', t('social.planning.seriesChanged'))
  await removeWaiting(tx, businessId, id, { alsoEdited: false, from: day })
  const next = await insertSeries(tx, caller, input, day)
  await storeTargets(tx, caller, next, input.timezone, targets)
  await moveDays(tx, businessId, { id, next, day })
  await makeOccurrences(tx, businessId, next)
  return next
}

/** Days whose post is published, being published, edited or deleted on its own are not made a second time. */
async function moveDays(
  tx: App,
  businessId: number,
  { id, next, day }: { id: number; next: number; day: string },
): Promise<void> {
  await sql`
    update social_occurrences set recurrence_id = ${next}
    where business_id = ${businessId} and recurrence_id = ${id} and on_day >= ${day}::date`.execute(tx.db)
  await sql`
    update social_posts o set recurrence_id = ${next}
    from social_occurrences c join social_publications p
      on p.business_id = c.business_id and p.id = c.publication_id
    where c.business_id = ${businessId} and c.recurrence_id = ${next}
      and o.business_id = p.business_id and o.id = p.post_id`.execute(tx.db)
}

/** Takes back the posts of a series that nobody has begun to publish, and the days that they were made for. */
async function removeWaiting(
  tx: App,
  businessId: number,
  seriesId: number,
  { alsoEdited, from }: { alsoEdited: boolean; from?: string },
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
        where business_id = ${businessId} and recurrence_id = ${seriesId}
          ${from === undefined ? sql`` : sql`and on_day >= ${from}::date`})
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
