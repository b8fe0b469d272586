import { sql } from 'kysely'
import { seriesAheadDays } from '#contract/social/planning.ts'
import type { PostOptions } from '#contract/social/posts.ts'
import type { Platform, PostFormat } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { filesOf } from '../../posts/post-view.ts'
import { insertPosts, type Outgoing } from '../../posts/store-posts.ts'
import { wakePublisher } from '../../publish/publish.ts'
import { addDays, dayAt, type Occurrence, occurrencesBetween, type Rule } from './occurrences.ts'

type SeriesRow = {
  id: number
  weekdays: number[]
  local_time: string
  timezone: string
  until: string | null
  made_until: string | null
  starts_on: string | null
  created_by: number
}

const ruleOf = (row: SeriesRow): Rule => ({
  weekdays: row.weekdays,
  localTime: row.local_time,
  timezone: row.timezone,
  until: row.until,
})

/**
 * Makes the posts of a series for the next weeks: each day once for each account, as its row in `social_occurrences`
 * is written in the same transaction. One maker at a time, as the series' row is locked.
 * @returns how many posts were made.
 */
export async function makeOccurrences(tx: App, businessId: number, seriesId: number): Promise<number> {
  const { rows } = await sql<SeriesRow>`
    select id, weekdays, local_time::text as local_time, timezone, until::text as until,
      made_until::text as made_until, starts_on::text as starts_on, created_by
    from social_recurrences
    where business_id = ${businessId} and id = ${seriesId} and stopped_at is null for update`.execute(tx.db)
  const [series] = rows
  if (!series) return 0
  const now = tx.now()
  const rule = ruleOf(series)
  const today = dayAt(now, series.timezone)
  const first = series.starts_on && series.starts_on > today ? series.starts_on : today
  const from = series.made_until && series.made_until >= first ? addDays(series.made_until, 1) : first
  const to = addDays(today, seriesAheadDays)
  const targets = await targetsOf(tx, businessId, seriesId)
  let made = 0
  for (const occurrence of occurrencesBetween(rule, from, to)) {
    if (occurrence.at > now) made += await makeDay(tx, businessId, series, targets, occurrence)
  }
  await noteMade(tx, businessId, series, rule, to > from ? to : addDays(from, -1))
  if (made > 0) await wakePublisher(tx)
  return made
}

async function noteMade(tx: App, businessId: number, series: SeriesRow, rule: Rule, until: string) {
  const [next] = occurrencesBetween(rule, addDays(until, 1), addDays(until, 8))
  await tx.db
    .updateTable('social_recurrences')
    .set({ made_until: until, next_at: next?.at ?? null })
    .where('business_id', '=', businessId)
    .where('id', '=', series.id)
    .execute()
}

export type SeriesTarget = Omit<Outgoing, 'dueAt' | 'account'> & {
  account: { id: number; platform: Platform }
}

/** What goes to each account that is not disconnected, as the series' own rows say it. */
async function targetsOf(tx: App, businessId: number, seriesId: number): Promise<SeriesTarget[]> {
  const rows = await tx.db
    .selectFrom('social_recurrence_targets as s')
    .innerJoin('social_posts as o', (join) =>
      join.onRef('o.business_id', '=', 's.business_id').onRef('o.id', '=', 's.post_id'),
    )
    .innerJoin('social_accounts as a', (join) =>
      join.onRef('a.business_id', '=', 's.business_id').onRef('a.id', '=', 's.account_id'),
    )
    .select(['s.account_id', 's.post_id', 's.format', 'a.platform', 'o.caption', 'o.first_comment'])
    .select(['o.link', 'o.options'])
    .where('s.business_id', '=', businessId)
    .where('s.recurrence_id', '=', seriesId)
    .where('a.status', '<>', 'disconnected')
    .orderBy('s.account_id')
    .execute()
  const files = await filesOf(
    tx,
    businessId,
    rows.map(({ post_id }) => post_id),
  )
  const hashes = await hashesOf(tx, businessId, [...files.values()].flat())
  return rows.map((row) => {
    const media = files.get(row.post_id) ?? []
    return {
      account: { id: row.account_id, platform: row.platform as Platform },
      format: row.format as PostFormat,
      caption: row.caption,
      firstComment: row.first_comment,
      link: row.link,
      options: row.options as PostOptions,
      media,
      hashes: media.map(({ media_id }) => hashes.get(media_id) ?? ''),
    }
  })
}

async function hashesOf(
  tx: App,
  businessId: number,
  media: readonly { media_id: number }[],
): Promise<Map<number, string>> {
  if (media.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom('social_media')
    .select(['id', 'hash'])
    .where('business_id', '=', businessId)
    .where(
      'id',
      'in',
      media.map(({ media_id }) => media_id),
    )
    .execute()
  return new Map(rows.map(({ id, hash }) => [id, hash.toString('hex')]))
}

async function makeDay(
  tx: App,
  businessId: number,
  series: SeriesRow,
  targets: readonly SeriesTarget[],
  { day, at }: Occurrence,
): Promise<number> {
  const missing: SeriesTarget[] = []
  for (const target of targets) {
    const { rows } = await sql`
      insert into social_occurrences (business_id, recurrence_id, account_id, on_day)
      values (${businessId}, ${series.id}, ${target.account.id}, ${day}::date)
      on conflict do nothing returning 1`.execute(tx.db)
    if (rows.length > 0) missing.push(target)
  }
  if (missing.length === 0) return 0
  const from = {
    businessId,
    userId: series.created_by,
    timezone: series.timezone,
    now: tx.now(),
    recurrenceId: series.id,
  }
  const { ids } = await insertPosts(
    tx,
    from,
    missing.map((target) => ({ ...target, dueAt: at })),
  )
  for (const [index, target] of missing.entries()) {
    await sql`
      update social_occurrences set publication_id = ${ids[index]}
      where business_id = ${businessId} and recurrence_id = ${series.id}
        and account_id = ${target.account.id} and on_day = ${day}::date`.execute(tx.db)
  }
  return missing.length
}

/** The job: makes what has come within reach of the calendar since. Each series in a transaction of its own. */
export async function makeDueOccurrences(app: App): Promise<void> {
  const reach = new Date(app.now().getTime() + seriesAheadDays * 86_400_000)
  const due = await app.db
    .selectFrom('social_recurrences')
    .select(['business_id', 'id'])
    .where('stopped_at', 'is', null)
    .where('next_at', '<=', reach)
    .orderBy('next_at')
    .limit(10_000)
    .execute()
  for (const { business_id, id } of due) {
    try {
      await app.transaction((tx) => makeOccurrences(tx, business_id, id))
    } catch (error) {
      // One series must not hold up the others; it is tried again with the next turn.
      app.log.error({ err: error, business_id, id }, 'posts of a series could not be made')
    }
  }
}
