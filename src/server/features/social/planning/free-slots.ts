import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { FreeSlot } from '#contract/social/planning.ts'
import type { App } from '#server/app.ts'
import { getBusiness } from '#server/features/accounts/accounts.ts'
import { notFound } from '#server/platform/errors.ts'
import { listAccounts } from '../accounts/stored-accounts.ts'
import { queueTimes, slotsOf, soonest, takenTimes } from '../posts/queue-times.ts'

/** Fewer posts than these say nothing about an hour, or about an account. */
const fewestPosts = 10
const fewestPostsOfHour = 3
const historyDays = 180
const searchDays = 28
/** Posts of one account closer than this compete with each other. */
const apartMinutes = 30
/** Hours at which most small businesses post; said to be no more than that. */
const usualHours = [9, 12, 18]

type Wanted = { accountIds: readonly number[] | undefined; count: number; from: Date | undefined }

/**
 * Good times that are free at all the accounts: hours at which their own posts did better than others, times of the
 * queue, and, where neither is enough, usual hours.
 */
export async function findFreeSlots(
  app: App,
  businessId: number,
  { accountIds, count, from }: Wanted,
): Promise<{ slots: FreeSlot[]; timezone: string }> {
  const accounts = await listAccounts(app, businessId, accountIds)
  if (accountIds && accounts.length < new Set(accountIds).size) throw notFound('account')
  const ids = accounts.map(({ id }) => id)
  const { timezone } = await getBusiness(app, businessId)
  const now = soonest(app.now())
  const start = from && from > now ? from : now
  const taken = new Set<number>()
  for (const id of ids)
    for (const minute of await takenTimes(app, businessId, id, new Date(start.getTime() - 86_400_000)))
      taken.add(minute)
  const isFree = (at: Date): boolean => {
    const minute = Math.floor(at.getTime() / 60_000)
    return ![...taken].some((other) => Math.abs(other - minute) < apartMinutes)
  }
  const found = new Map<number, FreeSlot>()
  const add = (at: Date, source: FreeSlot['source'], posts: number | null): boolean => {
    if (isFree(at) && !found.has(at.getTime()))
      found.set(at.getTime(), { at: at.toISOString(), source, posts })
    return found.size >= count
  }
  const { hours, posts } = await bestHours(app, businessId, ids, timezone)
  // At least one proposal in three is a time that the owner chose.
  const fromHistory = Math.max(1, Math.floor((count * 2) / 3))
  for (const at of timesAt(hours, timezone, start)) {
    if (found.size >= fromHistory || add(at, 'own_history', posts)) break
  }
  for (const at of commonQueueTimes(await slotsOf(app, businessId), ids, timezone, start)) {
    if (found.size >= count || add(at, 'queue', null)) break
  }
  for (const at of timesAt(usualHours, timezone, start)) {
    if (found.size >= count || add(at, 'usual', null)) break
  }
  return { slots: [...found.values()].sort((one, other) => one.at.localeCompare(other.at)), timezone }
}

/** The times of the queue that every one of the accounts has. */
function* commonQueueTimes(
  slots: Awaited<ReturnType<typeof slotsOf>>,
  ids: readonly number[],
  timezone: string,
  from: Date,
): Generator<Date> {
  const [first, ...others] = ids
  if (first === undefined) return
  const shared = slots.filter(({ account_id, weekday, local_time }) =>
    account_id === null
      ? true
      : account_id === first &&
        others.every((id) =>
          slots.some(
            (slot) =>
              (slot.account_id === id || slot.account_id === null) &&
              slot.weekday === weekday &&
              slot.local_time === local_time,
          ),
        ),
  )
  const end = from.getTime() + searchDays * 86_400_000
  for (const at of queueTimes(shared, first, timezone, from)) {
    if (at.getTime() > end) return
    yield at
  }
}

/** The next days' times at these hours, by the clock of a place. */
function* timesAt(hours: readonly number[], timezone: string, from: Date): Generator<Date> {
  if (hours.length === 0) return
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone)
  for (let day = 0; day < searchDays; day++) {
    const date = start.toPlainDate().add({ days: day })
    for (const hour of [...hours].sort((one, other) => one - other)) {
      const zoned = date.toZonedDateTime({ timeZone: timezone, plainTime: { hour } })
      if (zoned.hour === hour && zoned.epochMilliseconds > from.getTime())
        yield new Date(zoned.epochMilliseconds)
    }
  }
}

type HourRow = { hour: number; posts: number; mean: number }

/** The hours at which the accounts' own posts got more engagement than the average, the best first. */
async function bestHours(
  app: App,
  businessId: number,
  ids: readonly number[],
  timezone: string,
): Promise<{ hours: number[]; posts: number }> {
  if (ids.length === 0) return { hours: [], posts: 0 }
  const since = new Date(app.now().getTime() - historyDays * 86_400_000)
  const { rows } = await sql<HourRow>`
    with latest as (
      select distinct on (i.publication_id, i.metric) i.publication_id, p.posted_at, i.value
      from social_publications p
      join social_insights i on i.business_id = p.business_id and i.account_id = p.account_id
        and i.publication_id = p.id
      where p.business_id = ${businessId} and p.account_id = any(${[...ids]}::bigint[]) and p.deleted_at is null
        and p.state = 'posted' and p.posted_at >= ${since}
        and i.metric in ('likes', 'comments', 'shares', 'saves') and i.value is not null
      order by i.publication_id, i.metric, i.fetched_at desc
    ), engaged as (
      select publication_id, extract(hour from posted_at at time zone ${timezone})::int as hour, sum(value) as value
      from latest group by publication_id, posted_at
    )
    select hour, count(*)::int as posts, avg(value)::float8 as mean from engaged group by hour`.execute(
    app.db,
  )
  const posts = rows.reduce((sum, row) => sum + row.posts, 0)
  if (posts < fewestPosts) return { hours: [], posts }
  const mean = rows.reduce((sum, row) => sum + row.mean * row.posts, 0) / posts
  const hours = rows
    .filter((row) => row.posts >= fewestPostsOfHour && row.mean > mean)
    .sort((one, other) => other.mean - one.mean)
    .slice(0, 2)
    .map(({ hour }) => hour)
  return { hours, posts }
}
