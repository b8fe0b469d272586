import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Days in the small pictures beside the figures. */
const pictureDays = 12

/** Leads of a business, and how many of them came on each of the last days (as a running total). */
export async function countLeads(
  app: App,
  businessId: number,
  timezone: string,
): Promise<{ total: number; this_week: number; with_consent: number; days: number[] }> {
  // One pass, whatever their number: each lead falls into its day by the days' beginnings.
  const { rows } = await sql<{ total: number; with_consent: number; this_week: number; days: number[] }>`
    with beginnings as materialized (
      select array_agg(day.start order by day.start) as at from ${days(app, timezone)}
    ),
    counted as (
      select width_bucket(created_at, (select at from beginnings)) as day, count(*) as count,
        count(*) filter (where consent = 'opted_in') as with_consent,
        count(*) filter (where created_at >= ${app.now()}::timestamptz - interval '7 days') as this_week
      from leads where business_id = ${businessId} group by 1
    ),
    running as (
      select day, (sum(coalesce(count, 0)) over (order by day))::int as total
      from generate_series(0, ${sql.lit(pictureDays)}) as day left join counted using (day)
    )
    select coalesce(sum(count), 0)::bigint as total, coalesce(sum(with_consent), 0)::bigint as with_consent,
      coalesce(sum(this_week), 0)::bigint as this_week,
      array(select total from running where day > 0 order by day) as days
    from counted`.execute(app.db)
  return rows[0]!
}

/**
 * Messages that the provider took, in all and on each of the last days. Campaigns are added up from their kept
 * tallies and stand on the day they started; only single sends and what moves just now are counted row by row.
 */
export async function countMessages(
  app: App,
  businessId: number,
  timezone: string,
): Promise<{ total: number; days: number[] }> {
  const { rows } = await sql<{ total: number; by_day: number[] }>`
    with taken as (
      select d.opened_at as at, case when d.tally_moves = d.moves then
        coalesce((d.tally ->> 'sent')::bigint, 0) + coalesce((d.tally ->> 'delivered')::bigint, 0)
          + coalesce((d.tally ->> 'read')::bigint, 0)
        else (
          select count(*) from messages m where m.business_id = d.business_id and m.campaign_id = d.campaign_id
            and m.id between d.first_id and d.last_id and m.status in ('sent', 'delivered', 'read')
        ) end as count
      from dispatches d where d.business_id = ${businessId}
      union all
      select min(coalesce(accepted_at, created_at)), count(*) from messages
      where business_id = ${businessId} and campaign_id is null and status in ('sent', 'delivered', 'read')
      group by (coalesce(accepted_at, created_at) at time zone ${timezone})::date
    )
    select coalesce((select sum(count) from taken), 0)::bigint as total,
      array(
        select coalesce(sum(t.count), 0)::int from ${days(app, timezone)}
        left join taken t on t.at >= day.start and t.at < day.finish
        group by day.start order by day.start
      ) as by_day`.execute(app.db)
  return { total: rows[0]!.total, days: rows[0]!.by_day }
}

/** How many campaigns there are, and in which state. */
export async function countCampaigns(
  app: App,
  businessId: number,
): Promise<{ running: number; scheduled: number; paused: number; total: number }> {
  const rows = await app.db
    .selectFrom('campaigns')
    .select(['status', sql<number>`count(*)`.as('count')])
    .where('business_id', '=', businessId)
    .groupBy('status')
    .execute()
  const of = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0
  return {
    running: of('Running'),
    scheduled: of('Scheduled'),
    paused: of('Paused'),
    total: rows.reduce((sum, { count }) => sum + count, 0),
  }
}

/** What became today of messages that left today, by the business's clock. */
export async function countToday(
  app: App,
  businessId: number,
  timezone: string,
): Promise<{ sent: number; delivered: number; read: number; failed: number; unknown: number }> {
  const { rows } = await sql<Record<'sent' | 'delivered' | 'read' | 'failed' | 'unknown', number>>`
    select count(*) filter (where status in ('sent', 'delivered', 'read')) as sent,
      count(*) filter (where status in ('delivered', 'read')) as delivered,
      count(*) filter (where status = 'read') as read,
      count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status = 'unknown') as unknown
    from messages
    where business_id = ${businessId}
      and claimed_at >= date_trunc('day', ${app.now()}::timestamptz, ${timezone})`.execute(app.db)
  return rows[0]!
}

/** The last days as a row source `day (start, finish)`, oldest first, today last, by the business's clock. */
function days(app: App, timezone: string) {
  return sql`(
    select s as start, s + interval '1 day' as finish
    from generate_series(
      date_trunc('day', ${app.now()}::timestamptz, ${timezone}) - interval '${sql.raw(String(pictureDays - 1))} days',
      date_trunc('day', ${app.now()}::timestamptz, ${timezone}), interval '1 day'
    ) as s
  ) as day`
}
