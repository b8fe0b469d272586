import { sql } from 'kysely'
import type { Outcomes } from '#contract/campaigns/parts.ts'
import type { MessageStatus } from '#contract/messages.ts'
import type { App } from '#server/app.ts'
import { messageStatuses } from '../model/message-status.ts'
import { campaignOutcomes } from '../outcome/outcomes.ts'
import { lastIdBefore, longestPlanningMs } from './log-time.ts'

/** Fewer messages are counted from their rows in less time than a campaign's kept count takes. */
const manyMessages = 500

/** From one moment until before another; a missing one has no limit. */
type Time = { from?: string | undefined; to?: string | undefined }
/** A campaign whose messages stand together, with nobody else's of the business between them. */
type Whole = { first: number; last: number; outcomes: Outcomes }

/** How many messages of a time stand where: of whole campaigns from their kept counts, the others from their rows. */
export async function summariseLogs(
  app: App,
  businessId: number,
  time: Time,
  many = manyMessages,
): Promise<{ planned: number; by_status: Record<MessageStatus, number> }> {
  const whole = await wholeCampaigns(app, businessId, time, many)
  const others = await countOthers(app, businessId, time, whole)
  const by_status = Object.fromEntries(
    messageStatuses.map((status) => [
      status,
      whole.reduce((sum, { outcomes }) => sum + outcomes[status], others.get(status) ?? 0),
    ]),
  ) as Record<MessageStatus, number>
  return { planned: Object.values(by_status).reduce((sum, count) => sum + count, 0), by_status }
}

const createdIn = (row: string, { from, to }: Time) => {
  const at = sql.ref(`${row}.created_at`)
  const since = from ? sql`${at} >= ${new Date(from)}` : sql`true`
  return to ? sql`${since} and ${at} < ${new Date(to)}` : since
}

/** Campaigns of many messages that were planned in a time. */
async function wholeCampaigns(app: App, businessId: number, time: Time, many: number): Promise<Whole[]> {
  const { rows } = await sql<{ id: number; first: number; last: number }>`
    select d.campaign_id as id, d.first_id as first, d.last_id as last
    from dispatches d
    join messages a on a.business_id = d.business_id and a.id = d.first_id
    join messages z on z.business_id = d.business_id and z.id = d.last_id
    where d.business_id = ${businessId} and d.drained_at is not null and d.last_id - d.first_id >= ${many - 1}
      and ${createdIn('a', time)} and ${createdIn('z', time)}`.execute(app.db)
  const found = await campaignOutcomes(
    app,
    businessId,
    rows.map(({ id }) => id),
  )
  const campaigns = rows.flatMap(({ id, first, last }) => {
    const outcomes = found.get(id)
    return outcomes ? [{ first: Number(first), last: Number(last), outcomes }] : []
  })
  // With as many ids as messages there is room for nobody else's.
  const isDense = ({ first, last, outcomes }: Whole): boolean => last - first + 1 === outcomes.planned
  const sparse = campaigns.filter((campaign) => !isDense(campaign))
  const alone = await standAlone(app, businessId, sparse)
  return campaigns.filter((campaign) => isDense(campaign) || alone.has(campaign.first))
}

/** The first ids of those campaigns between whose messages are no others of the business. */
async function standAlone(app: App, businessId: number, campaigns: readonly Whole[]): Promise<Set<number>> {
  if (campaigns.length === 0) return new Set()
  const { rows } = await sql<{ first: number }>`
    select c.first from unnest(${campaigns.map(({ first }) => first)}::bigint[],
      ${campaigns.map(({ last }) => last)}::bigint[], ${campaigns.map(({ outcomes }) => outcomes.planned)}::bigint[])
      as c (first, last, planned)
    where c.planned = (
      select count(*) from messages m
      where m.business_id = ${businessId} and m.id between c.first and c.last)`.execute(app.db)
  return new Set(rows.map(({ first }) => Number(first)))
}

/** What stands before, between and behind those campaigns. */
async function countOthers(
  app: App,
  businessId: number,
  time: Time,
  whole: readonly Whole[],
): Promise<Map<string, number>> {
  const { from, to } = time
  const after = from ? lastIdBefore(businessId, new Date(from)) : sql<number>`0`
  // Ids behind it were given an hour after the end or later, to messages whose planning began after the end.
  const until = to
    ? lastIdBefore(businessId, new Date(new Date(to).getTime() + 2 * longestPlanningMs))
    : sql<number>`(select max(id) from messages where business_id = ${businessId})`
  const { rows } = await sql<{ status: string; count: number }>`
    with bounds as materialized (select ${after} as after, ${until} as until),
    taken as (
      select * from unnest(${whole.map(({ first }) => first)}::bigint[], ${whole.map(({ last }) => last)}::bigint[])
        as t (first, last)
      union all select until + 1, null from bounds
    ),
    gaps as (
      select coalesce(lag(last) over (order by first), bounds.after) as after, first as before from taken, bounds
    )
    select m.status, count(*) as count from gaps cross join lateral (
      select m.status from messages m
      where m.business_id = ${businessId} and m.id > gaps.after and m.id < gaps.before and ${createdIn('m', time)}
      offset 0) m
    group by m.status`.execute(app.db)
  return new Map(rows.map(({ status, count }) => [status, Number(count)]))
}
