import { sql } from 'kysely'
import type { MessageStatus } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { leadTallies } from '#server/features/leads/leads.ts'
import { takenTallies } from '#server/features/messages/messages.ts'

/** Days in the small pictures beside the figures. */
const pictureDays = 12

/** Leads of a business, and how many there were on each of the last days. */
export async function countLeads(
  app: App,
  businessId: number,
  timezone: string,
): Promise<{ total: number; this_week: number; with_consent: number; days: number[] }> {
  const today = todayIn(app, timezone)
  const { rows } = await sql<{ total: number; with_consent: number; this_week: number; days: number[] }>`
    with tallies as materialized (select * from ${leadTallies(businessId)} t)
    select coalesce(sum(count), 0)::bigint as total,
      coalesce(sum(count) filter (where consent = 'opted_in'), 0)::bigint as with_consent,
      coalesce(sum(count) filter (where day > ${today} - 7), 0)::bigint as this_week,
      array(
        select (select coalesce(sum(t.count), 0)::int from tallies t where t.day <= ${today} - ago)
        from generate_series(${sql.lit(pictureDays - 1)}, 0, -1) ago order by ago desc) as days
    from tallies`.execute(app.db)
  return rows[0]!
}

/** Messages that the provider took, in all and on each of the last days. */
export async function countMessages(
  app: App,
  businessId: number,
  timezone: string,
): Promise<{ total: number; days: number[] }> {
  const today = todayIn(app, timezone)
  const { rows } = await sql<{ total: number; by_day: number[] }>`
    with tallies as materialized (select * from ${takenTallies(businessId)} t)
    select coalesce(sum(count), 0)::bigint as total,
      array(
        select (select coalesce(sum(t.count), 0)::int from tallies t where t.day = ${today} - ago)
        from generate_series(${sql.lit(pictureDays - 1)}, 0, -1) ago order by ago desc) as by_day
    from tallies`.execute(app.db)
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
  // By status, and not one sum for each figure: that compares every row's status nine times.
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*) as count from messages
    where business_id = ${businessId}
      and claimed_at >= date_trunc('day', ${app.now()}::timestamptz, ${timezone})
    group by status`.execute(app.db)
  const of = (...statuses: MessageStatus[]): number =>
    rows.reduce((sum, { status, count }) => sum + (statuses.some((one) => one === status) ? count : 0), 0)
  return {
    sent: of('sent', 'delivered', 'read'),
    delivered: of('delivered', 'read'),
    read: of('read'),
    failed: of('failed'),
    unknown: of('unknown'),
  }
}

const todayIn = (app: App, timezone: string) =>
  sql`(${app.now()}::timestamptz at time zone ${timezone})::date`
