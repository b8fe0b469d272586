import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Messages sent in the same minutes as one that is in doubt, in seconds around its request. */
const before = 5
const after = 120
/** Requests in doubt of the same ten seconds share one count. */
const spot = 10
/** One silent message in a hundred is its own affair; more, and reports are being held back. */
const silentShare = 100
/** A stored webhook that waits for longer than this may hold the report in question. */
const backlogSeconds = 5

/**
 * Whether silence about a message shows anything. It does where other messages of the same number, sent in the same
 * minutes, have been reported by webhooks, nearly all of them, and at least one after the message in doubt.
 *
 * Yields for each spot of `doubts`, a table with `phone_number_id, claimed_at, grace_seconds` of one business:
 * `is_complete`, whether nearly all were reported, which is proof for what was requested before `reported_until`;
 * `is_missing`, whether messages were taken of which none or too few were reported.
 */
export function reportsAround(businessId: number, doubts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select s.phone_number_id, s.spot,
      n.reported > 0 and n.silent * ${silentShare} <= n.reported and not b.waits as is_complete, n.reported_until,
      n.silent * ${silentShare} > n.reported as is_missing
    from (
      select distinct phone_number_id, grace_seconds, ${spotOf(sql`claimed_at`)} as spot
      from ${doubts} d where claimed_at is not null
    ) s
    cross join lateral (
      select count(*) filter (where m.is_reported) as reported, count(*) filter (where not m.is_reported) as silent,
        max(m.at) filter (where m.is_reported) as reported_until
      from (
        select coalesce(sent_at, delivered_at, read_at) is not null or webhook_event_ids <> '{}' as is_reported,
          greatest(claimed_at, sent_at, delivered_at, read_at) as at
        from messages
        where business_id = ${businessId} and phone_number_id = s.phone_number_id
          and claimed_at between s.spot - ${before} * interval '1 second' and s.spot + ${spot + after} * interval '1 second'
          and status in ('sent', 'delivered', 'read', 'failed')
          and accepted_at < now() - s.grace_seconds * interval '1 second'
      ) m
    ) n
    cross join (
      select exists (
        select 1 from webhook_queue q join webhook_events e on e.id = q.id
        where e.received_at < now() - ${backlogSeconds} * interval '1 second'
      ) as waits
    ) b`
}

export const spotOf = (time: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`date_bin(${`${spot} seconds`}::interval, ${time}, 'epoch'::timestamptz)`

/** Reports of a number that were missing have come in, or nothing was sent for a day that could be reported. */
export async function clearMissingReports(app: App): Promise<void> {
  await sql`
    update lanes l set reports_missing_at = null
    where l.reports_missing_at is not null and not exists (
      select 1 from (
        select count(*) filter (where coalesce(sent_at, delivered_at, read_at) is not null
            or webhook_event_ids <> '{}') as reported,
          count(*) as taken
        from messages m
        where m.business_id = l.business_id and m.phone_number_id = l.phone_number_id
          and m.claimed_at >= greatest(l.reports_missing_at, now() - interval '24 hours')
          and m.status in ('sent', 'delivered', 'read', 'failed')
          and m.accepted_at < now() - interval '30 seconds'
      ) n
      where n.taken > 0 and (n.taken - n.reported) * ${silentShare} > n.reported)`.execute(app.db)
}

/** Since when delivery reports of a number are missing; null while they arrive. */
export async function reportsMissingSince(
  app: App,
  businessId: number,
  phoneNumberId: string,
): Promise<Date | null> {
  const row = await app.db
    .selectFrom('lanes')
    .select('reports_missing_at')
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  return row?.reports_missing_at ?? null
}
