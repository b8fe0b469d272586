import { sql } from 'kysely'
import type { z } from 'zod'
import type { Series, socialRecurrences } from '#contract/social/planning.ts'
import type { PostOptions } from '#contract/social/posts.ts'
import type { Platform, PostFormat } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { dropDraft } from '../../posts/create-posts.ts'
import { lockAccounts, refuseDuplicates } from '../../posts/duplicates.ts'
import { judgePost } from '../../posts/form/judge-post.ts'
import { refuseProblems } from '../../posts/form/problems.ts'
import { type JudgedTarget, wantedOf } from '../../posts/form/wanted.ts'
import { filesOf } from '../../posts/post-view.ts'
import { insertContent } from '../../posts/store-posts.ts'
import { makeOccurrences } from './make-occurrences.ts'
import { addDays, dayAt, occurrencesBetween } from './occurrences.ts'

type NewSeries = z.output<(typeof socialRecurrences)['createSeries']['body']>
export type SeriesInput = Omit<NewSeries, 'request_id' | 'again' | 'draft_id'>

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

/** Those that go on first, then the newest: however many were stopped, what goes on can be found. */
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
    order by (r.stopped_at is null and (r.next_at is not null or w.waiting > 0)) desc, r.id desc
    limit ${mostSeries}`.execute(app.db)
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

export async function getSeries(app: App, businessId: number, id: number): Promise<Series> {
  const [series] = await listSeries(app, businessId, id)
  if (!series) throw new AppError('not_found', t('social.planning.seriesNotFound'))
  return series
}

/** Starts a recurring post: it and its posts of the next weeks are there together or not at all. */
export async function createSeries(
  app: App,
  caller: Caller,
  { request_id, again, draft_id, ...input }: NewSeries,
): Promise<Series> {
  const { businessId } = caller
  const targets = await judgeSeries(app, businessId, input)
  const id = await app.transaction(async (tx) => {
    if (request_id) {
      const known = await claimSeriesRequest(tx, businessId, request_id)
      if (known !== 'new') return known
    }
    await refuseTooMany(tx, businessId)
    if (!again) await refuseSame(tx, businessId, input, targets)
    const seriesId = await insertSeries(tx, caller, input)
    await storeTargets(tx, caller, seriesId, input.timezone, targets)
    await makeOccurrences(tx, businessId, seriesId)
    if (draft_id) await dropDraft(tx, businessId, draft_id)
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

/** @param startsOn the first day, where the days before belong to another series. */
export async function insertSeries(
  tx: App,
  { businessId, userId }: Caller,
  input: SeriesInput,
  startsOn: string | null = null,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into social_recurrences (business_id, weekdays, local_time, timezone, until, starts_on, created_by,
      created_at)
    values (${businessId}, ${weekdaysOf(input)}::smallint[], ${input.local_time}::time, ${input.timezone},
      ${input.until}::date, ${startsOn}::date, ${userId}, ${tx.now()}) returning id`.execute(tx.db)
  return rows[0]!.id
}

export const weekdaysOf = ({ weekdays }: SeriesInput): number[] =>
  [...new Set(weekdays)].sort((one, other) => one - other)

export async function refuseTooMany(tx: App, businessId: number): Promise<void> {
  await lockOfBusiness(tx.db, businessId, 'series')
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

/** @param from the first day that is asked about; today by default. */
export async function judgeSeries(
  app: App,
  businessId: number,
  input: SeriesInput,
  from?: string,
): Promise<JudgedTarget[]> {
  const { targets, problems } = await judgePost(app, businessId, wantedOf(input.content))
  refuseProblems(problems.map((problem) => ({ ...problem, field: `content.${problem.field}` })))
  if (firstTime(app, input, from)) return targets
  const sentence = t('social.planning.untilPast')
  throw new AppError('rule_broken', sentence, { fields: { until: sentence } })
}

/** When the first post of a series goes out; undefined where none comes. */
function firstTime(app: App, input: SeriesInput, from?: string): Date | undefined {
  const today = dayAt(app.now(), input.timezone)
  const rule = { ...input, localTime: input.local_time }
  const first = from !== undefined && from > today ? from : today
  return occurrencesBetween(rule, first, addDays(first, 8)).find(({ at }) => at > app.now())?.at
}

/** @throws AppError `duplicate` where the same goes to an account within 24 h of the first post. */
async function refuseSame(
  tx: App,
  businessId: number,
  input: SeriesInput,
  targets: readonly JudgedTarget[],
): Promise<void> {
  const dueAt = firstTime(tx, input)
  if (!dueAt) return
  await lockAccounts(
    tx,
    businessId,
    targets.map(({ account }) => account.id),
  )
  await refuseDuplicates(
    tx,
    businessId,
    targets.map((target) => ({ ...target, dueAt })),
  )
}

export async function storeTargets(
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
