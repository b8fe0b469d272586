import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** What the whole install is doing, from the database. Seconds and counts; nothing of a single business. */
export type Figures = {
  /** Milliseconds that the database took for its answer. */
  databaseMs: number
  databaseState: string
  beatAgeSeconds: number
  connections: number
  mostConnections: number
  standbys: number
  /** Of the standby that is furthest behind; null without one, and where the role may not see it. */
  standbyLagSeconds: number | null
  /** Stored webhooks that are not applied yet, as far as they are counted. */
  webhooksWaiting: number
  webhookLagSeconds: number
  /** Of the last days, as far as they are counted; older ones are the owner's to look at. */
  webhooksFailed: number
  /** People of open campaigns whose turn has not come, and single messages that are due. */
  messagesWaiting: number
  unknown: number
  /** Jobs that are due and not begun, as the queue counts them every few seconds. */
  jobsWaiting: number
  lanes: { sending: number; paused: number; stopped: number; limited: number; stuck: number }
  /** Since when the lane that waits longest has sent nothing although it could. */
  laneWaitSeconds: number
  workers: number
}

/** Counts go as far as this: what is beyond needs no exact number. */
const mostCounted = 10_000

/**
 * Reads the figures by statements whose cost does not depend on how much is stored: open campaigns, numbers, ends of
 * queues, and a bounded part of partial indexes.
 */
export async function readFigures(app: App): Promise<Figures> {
  const startedAt = performance.now()
  const guard = await sql<{ state: string; age: number; connections: number; most: number }>`
    select state, extract(epoch from clock_timestamp() - beat_at)::float8 as age,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as most
    from database_guard`.execute(app.db)
  const databaseMs = performance.now() - startedAt
  const { state, age, connections, most } = guard.rows[0]!
  const { rows: standbys } = await sql<{ count: number; lag: number | null }>`
    select count(*)::int as count, max(extract(epoch from replay_lag))::float8 as lag from pg_stat_replication`.execute(
    app.db,
  )
  const { rows: workers } = await sql<{ count: number }>`
    select count(distinct id)::int as count from journals where beat_at > now() - interval '30 seconds'`.execute(
    app.db,
  )
  const lanes = await readLanes(app)
  return {
    databaseMs,
    databaseState: state,
    beatAgeSeconds: age,
    connections,
    mostConnections: most,
    standbys: standbys[0]!.count,
    standbyLagSeconds: standbys[0]!.lag,
    workers: workers[0]!.count,
    ...(await readWebhooks(app)),
    ...lanes,
    unknown: await countUnknown(app),
    jobsWaiting: await countJobs(app),
  }
}

async function readWebhooks(
  app: App,
): Promise<Pick<Figures, 'webhooksWaiting' | 'webhookLagSeconds' | 'webhooksFailed'>> {
  const { rows } = await sql<{ waiting: number; lag: number | null; failed: number }>`
    select (select count(*)::int from (select from webhook_queue limit ${mostCounted}) as few) as waiting,
      (select extract(epoch from now() - received_at)::float8 from webhook_events
        where id = (select id from webhook_queue order by id limit 1)) as lag,
      (select count(*)::int from (
        select from webhook_events where problem = 'not_applied' and received_at > now() - ${failedDays} * interval '1 day'
        limit ${mostCounted}) as few) as failed`.execute(app.db)
  const { waiting, lag, failed } = rows[0]!
  return { webhooksWaiting: waiting, webhookLagSeconds: Math.max(0, lag ?? 0), webhooksFailed: failed }
}

/** As long as they are tried again. */
const failedDays = 3

/** A lane that could send and did not for so long has nobody who works on it. */
export const stuckSeconds = 15 * 60

async function readLanes(app: App): Promise<Pick<Figures, 'lanes' | 'messagesWaiting' | 'laneWaitSeconds'>> {
  const { rows } = await sql<Figures['lanes'] & { waiting: number; wait: number | null }>`
    with open as (
      select business_id, phone_number_id, sum(greatest(last_id - cursor_id, 0)) as waiting,
        min(opened_at) filter (where state = 'open') as opened_at
      from dispatches where drained_at is null group by business_id, phone_number_id
    ),
    standing as (
      select o.waiting, l.owner, l.paused_until, coalesce(l.limited_until > now(), false) as limited,
        extract(epoch from now() - nullif(greatest(o.opened_at, l.progressed_at, l.paused_until, l.limited_until), 'infinity'))::float8 as idle
      from open o left join lanes l on l.business_id = o.business_id and l.phone_number_id = o.phone_number_id
      where o.opened_at is not null
    )
    select (count(*) filter (where owner is not null))::int as sending,
      (count(*) filter (where paused_until > now() and paused_until < 'infinity'))::int as paused,
      (select count(*)::int from lanes where paused_until = 'infinity') as stopped,
      (count(*) filter (where limited))::int as limited,
      (count(*) filter (where waiting > 0 and idle > ${stuckSeconds}))::int as stuck,
      greatest(0, max(idle) filter (where waiting > 0)) as wait,
      coalesce(sum(waiting), 0)::bigint + (
        select count(*) from (
          select 1 from messages where due_at <= now() and status = 'queued' limit ${mostCounted}) as few
      ) as waiting
    from standing`.execute(app.db)
  const { waiting, wait, ...lanes } = rows[0]!
  return { lanes, messagesWaiting: waiting, laneWaitSeconds: wait ?? 0 }
}

async function countJobs(app: App): Promise<number> {
  const { rows } = await sql<{ ready: number }>`
    select coalesce(sum(ready_count), 0)::int as ready from pgboss.queue`.execute(app.db)
  return rows[0]!.ready
}

/** Of each business that sends as many as are counted: the index of what was not delivered begins with the business. */
async function countUnknown(app: App): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(found.count), 0)::int as count
    from (select distinct business_id from lanes) as b
    cross join lateral (
      select count(*) from (
        select from messages m where m.business_id = b.business_id and m.undelivered = 'unknown' limit 1000) as few
    ) as found (count)`.execute(app.db)
  return rows[0]!.count
}
