import { type RawBuilder, sql } from 'kysely'
import type { MarketingEndpoint } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import {
  awaitsConfirmationSql,
  erasureKey,
  isErasedSql,
  isUsAddressSql,
  otherSpellingSql,
} from '#server/features/leads/leads.ts'
import { steady } from '#server/platform/sql/database-identity.ts'
import { storedQuietEndSql } from '#server/platform/sql/quiet-hours.ts'
import { hasPersonSql } from '../../model/erase-recipient.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import { reasons } from '../../model/message-status.ts'
import { noteMoved } from '../../model/moved-notes.ts'
import { category, categoryNow, isUnagreed } from './moved-template.ts'
import { exceptAsleep } from './quiet-people.ts'

/** A message that is this lane's to send: `sending` is committed before its request leaves. */
export type Claimed = {
  id: number
  campaignId: number | null
  contentId: number
  recipient: string
  /** What it answers, outside of campaigns and sequences. */
  origin: string | null
  /** The same for all addresses of one person: they get one message in six seconds. */
  person: string
  variables: string[]
  /** Which try this is. */
  attempt: number
  /** Names this one claim, where a try that did not leave is made again: its time in microseconds since 1970. */
  claimedAt: number
  retries: number
  lastCode: number | null
  /** The account's way for advertising, as the claim's own statement found it. */
  marketingEndpoint: MarketingEndpoint
}

/** A campaign whose messages are not all out yet. */
export type OpenDispatch = {
  campaign_id: number
  state: 'open' | 'held' | 'closed'
  cursor_id: number
  last_id: number
  category: string
  /** Its people have hours in which they get nothing. */
  has_quiet: boolean
}

/** The campaigns of a lane that are not done, the one whose turn is longest ago first. */
export async function listDispatches(app: App, lane: LaneKey): Promise<OpenDispatch[]> {
  const rows = await app.db
    .selectFrom('dispatches as d')
    .innerJoin('message_contents as c', (join) =>
      join.onRef('c.business_id', '=', 'd.business_id').onRef('c.id', '=', 'd.content_id'),
    )
    .select(['d.campaign_id', 'd.state', 'd.cursor_id', 'c.category'])
    // Of a campaign that sends a part first, what is behind the part does not exist for the lane.
    .select(sql<number>`coalesce(d.part_id, d.last_id)`.as('last_id'))
    .select(sql<boolean>`coalesce(d.clock -> 'quiet', 'null') <> 'null'`.as('has_quiet'))
    .where('d.business_id', '=', lane.businessId)
    .where('d.phone_number_id', '=', lane.phoneNumberId)
    .where('d.drained_at', 'is', null)
    .orderBy('d.turn_at')
    .execute()
  return rows as OpenDispatch[]
}

export type ClaimedRow = {
  id: number
  campaign_id: number | null
  content_id: number
  recipient_phone: string
  origin: string | null
  person: string
  variables: string[]
  status: string
  attempts: number
  claimed_us: number
  retries: number
  error_code: number | null
  marketing_endpoint: MarketingEndpoint
}

/**
 * The lane's row stays locked until the claim commits: nobody can take the lane over in between. A database that was
 * promoted or restored gives nothing until it was compared with what was sent. What was queued after the account was
 * switched to another endpoint is never claimed with the one before: one statement sees both.
 */
export const ownedLane = ({ businessId, phoneNumberId }: LaneKey, fence: number) => sql`
  ${steady},
  lane as materialized (select coalesce((select a.marketing_endpoint from phone_numbers n
    join whatsapp_accounts a on a.business_id = n.business_id and a.waba_id = n.waba_id
    where n.business_id = ${businessId} and n.phone_number_id = ${phoneNumberId}), 'messages') as marketing_endpoint
  from lanes
  where business_id = ${businessId} and phone_number_id = ${phoneNumberId} and fence = ${fence}
    and exists (select 1 from steady)
  for no key update)`

/** In the collation of the other tables' phones: without it their indexes do not fit. */
const recipient = sql`m.recipient_phone collate "default"`

/**
 * Somebody who opted out after the campaign was planned is left out at the last moment. Each look-up is by a whole
 * key and by itself: one condition over both keys reads all leads for every message, and `exists` invites the planner
 * to read all of them for every claim.
 */
const optedOut = (app: App, { businessId }: LaneKey) => sql`(
  ${isErasedSql(erasureKey(app, businessId), businessId, recipient)} or
  (select true from suppressions s where s.business_id = ${businessId} and s.address = ${recipient} limit 1)
  is not null
  or (select l.consent from leads l where l.business_id = ${businessId} and l.id = m.lead_id) = 'opted_out'
  or case when m.lead_id is null then
    case when ${recipient} like '+%'
      then (select l.consent from leads l where l.business_id = ${businessId} and l.phone = ${recipient})
      else (select l.consent from leads l where l.business_id = ${businessId} and l.bsuid = ${recipient})
    end = 'opted_out' end)`

/** Deleting a lead takes the person out of every audience, that of a running campaign too. */
const leadIsDeleted = ({ businessId }: LaneKey) => sql`(m.lead_id is not null
  and (select l.id from leads l where l.business_id = ${businessId} and l.id = m.lead_id) is null)`

/** Asked to confirm an opt-in while this was planned: neither of the two saw the other. */
const isAsked = ({ businessId }: LaneKey) => sql`(${awaitsConfirmationSql(businessId, recipient)}
  and (select l.consent from leads l where l.business_id = ${businessId} and l.id = m.lead_id) = 'none')`

/** The person was erased after the message was written. */
const isErasedRow = sql`not ${hasPersonSql(sql`m.recipient_phone`)}`

const hasLeft = ({ businessId }: LaneKey) => sql`(select a.left_at from person_addresses a
  where a.business_id = ${businessId} and a.address = ${recipient}) is not null`

/** The lead's number was corrected: this one may be a stranger's. Another way of writing it is no other number. */
const isCorrected = ({ businessId }: LaneKey) => sql`(case when ${recipient} like '+%' then (
  select l.phone from leads l where l.business_id = ${businessId} and l.id = m.lead_id and l.phone <> ${recipient}
    and l.phone is distinct from ${otherSpellingSql(recipient)}) end is not null)`

/** States in which a message counts as written to its person. */
export const reachedStatuses = sql`('sending', 'unknown', 'sent', 'delivered', 'read')`

/** The other addresses of the person, and the other spelling of this one. */
const others = ({ businessId }: LaneKey) => sql`(
  select other.address from person_addresses own
  join person_addresses other on other.business_id = own.business_id and other.person_id = own.person_id
    and other.address <> own.address
  where own.business_id = ${businessId} and own.address = ${recipient}
  union all select ${otherSpellingSql(recipient)})`

/** Two addresses may be one person, or turn out to be after the campaign was planned: the first gets the message. */
const isDuplicate = (lane: LaneKey) => sql`(
  select true from ${others(lane)} a
  cross join lateral (select t.* from messages t
    where t.business_id = ${lane.businessId} and t.campaign_id = m.campaign_id
      and t.recipient_phone = a.address collate "C" offset 0) twin
  where twin.status in ${reachedStatuses} or (twin.status = 'queued' and twin.id < m.id)
  limit 1) is not null`

/**
 * The same in one step of a sequence. Who may enter again gets the step again: there only what was written within a day
 * counts.
 */
const isTwinStep = (lane: LaneKey) => sql`(
  select true from ${others(lane)} a
  cross join lateral (select t.* from messages t
    where t.business_id = ${lane.businessId} and t.recipient_phone = a.address collate "C"
      and t.sequence_id is not null offset 0) twin
  where twin.sequence_id = m.sequence_id and twin.sequence_step = m.sequence_step
    and (twin.status in ${reachedStatuses} or (twin.status = 'queued' and twin.id < m.id))
    and (m.created_at - twin.created_at < interval '1 day' or (select not s.again from sequences s
      where s.business_id = ${lane.businessId} and s.id = m.sequence_id))
  limit 1) is not null`

const isUs = isUsAddressSql(sql`m.recipient_phone`)

/** A sequence leaves out who was deleted, has another number now or is in it twice; a message that a person sent by hand goes. */
const blockedStep = (lane: LaneKey) => sql`case when m.sequence_id is not null then case
  when ${leadIsDeleted(lane)} then ${sql.lit(reasons.deleted)}
  when ${hasLeft(lane)} or ${isCorrected(lane)} then ${sql.lit(reasons.changedNumber)}
  when ${isAsked(lane)} then ${sql.lit(reasons.awaitsConfirmation)}
  when ${isTwinStep(lane)} then ${sql.lit(reasons.duplicate)} end end`

const blockedSingle = (app: App, lane: LaneKey) => sql`case
  when ${isErasedRow} then ${sql.lit(reasons.deleted)}
  when m.sequence_id is not null and ${blockedStep(lane)} is not null then ${blockedStep(lane)}
  when ${categoryNow(lane)} <> 'MARKETING' then null
  when ${optedOut(app, lane)} then ${sql.lit(reasons.optedOut)}
  when ${isUnagreed(lane)} then ${sql.lit(reasons.noConsent)}
  when ${isUs} then ${sql.lit(reasons.usMarketing)} end`

const blockedInCampaign = (app: App, lane: LaneKey, category: string) => sql`case
  when ${leadIsDeleted(lane)} or ${isErasedRow} then ${sql.lit(reasons.deleted)}
  when ${category === 'MARKETING' ? optedOut(app, lane) : sql`false`} then ${sql.lit(reasons.optedOut)}
  when ${category === 'MARKETING' ? isUs : sql`false`} then ${sql.lit(reasons.usMarketing)}
  when ${hasLeft(lane)} or ${isCorrected(lane)} then ${sql.lit(reasons.changedNumber)}
  when ${isAsked(lane)} then ${sql.lit(reasons.awaitsConfirmation)}
  when ${isDuplicate(lane)} then ${sql.lit(reasons.duplicate)} end`

/** Of either kind. */
export const blockedEither = (app: App, lane: LaneKey) => sql`case
  when m.campaign_id is null then ${blockedSingle(app, lane)}
  when ${category(lane)} = 'MARKETING' then ${blockedInCampaign(app, lane, 'MARKETING')}
  else ${blockedInCampaign(app, lane, '')} end`

/** Under way, or left out where \`blocked\` gives a reason, which is looked at once for each message. */
export const claimedOr = (blocked: RawBuilder<unknown>) => sql`(status, reason, due_at) = (
  select case when b.blocked is null then 'sending' else 'skipped' end, b.blocked,
    case when b.blocked is null then m.due_at end
  from (select ${blocked} as blocked offset 0) b)`

/** Of a dispatch `d`: the messages that may go, by content and up to which id. */
export const mayGo = sql`d.content_ids || d.content_id as contents, coalesce(d.part_id, d.last_id) as up_to`

/** Of the one locked dispatch. Not joined to it: a cluster reads such a part of a statement in another format than it wrote it. */
const isOffered = sql`m.id <= (select up_to from dispatch)
  and m.content_id = any((select contents from dispatch)::bigint[])`

/** When a message was claimed, in microseconds since 1970: exact, and still a safe integer. */
export const claimedMicroseconds = sql`(extract(epoch from m.claimed_at at time zone 'UTC') * 1000000)::bigint`

/**
 * The time once these rows of the statement are locked. In a row of its own: a cluster takes no call of the clock beside
 * what it changes.
 */
export const clockAfter = (locked: 'lane' | 'dispatch') =>
  sql`clock as materialized (select clock_timestamp() as now from (select count(*) from ${sql.raw(locked)}) l)`

/** The end of the quiet hours that a step of a sequence meets now. */
const stepQuietEnd = storedQuietEndSql(sql`m.quiet_hours`, sql`now()`)

const person = ({
  businessId,
}: LaneKey) => sql`coalesce((select 'person ' || a.person_id from person_addresses a
  where a.business_id = ${businessId} and a.address = ${recipient}), ${recipient})`

export const claimedColumns = (
  lane: LaneKey,
) => sql`m.id, m.campaign_id, m.content_id, m.recipient_phone, m.origin, ${person(lane)} as person, m.variables, m.status,
  m.attempts, ${claimedMicroseconds} as claimed_us, m.retries, m.error_code,
  (select marketing_endpoint from lane) as marketing_endpoint`

/** A step's quiet hours are over: asked by the claim itself, none leaves within them. */
export const isAwake = sql`(m.quiet_hours is null or ${stepQuietEnd} is null)`

/** Asked by itself, most often in vain: planning the claim takes ten times as long. */
async function areSinglesDue(app: App, lane: LaneKey): Promise<boolean> {
  const isDue = (kind: RawBuilder<unknown>) => sql`exists (select 1 from messages m
    where m.business_id = ${lane.businessId} and m.phone_number_id = ${lane.phoneNumberId}
      and m.campaign_id is null and m.sequence_id ${kind} and m.due_at <= now() and m.status = 'queued')`
  const { rows } = await sql<{ is_due: boolean }>`
    select ${isDue(sql`is null`)} or ${isDue(sql`is not null`)} as is_due`.execute(app.db)
  return rows[0]!.is_due
}

/** Single sends that are due, the oldest first; then steps of sequences, of which there may be very many. */
export async function claimSingles(
  app: App,
  lane: LaneKey,
  fence: number,
  count: number,
): Promise<Claimed[]> {
  if (!(await areSinglesDue(app, lane))) return []
  const { rows } = await sql<ClaimedRow>`
    with ${ownedLane(lane, fence)}, ${clockAfter('lane')},
    single as materialized (
      select m.id from messages m
      where exists (select 1 from lane) and m.business_id = ${lane.businessId} and m.phone_number_id = ${lane.phoneNumberId}
        and m.campaign_id is null and m.sequence_id is null and m.due_at <= now() and m.status = 'queued'
      order by m.due_at, m.id limit ${count} for update of m skip locked
    ),
    step as materialized (
      select m.id from messages m
      where exists (select 1 from lane) and m.business_id = ${lane.businessId} and m.phone_number_id = ${lane.phoneNumberId}
        and m.campaign_id is null and m.sequence_id is not null and m.due_at <= now() and m.status = 'queued'
        and ${isAwake}
      order by m.due_at, m.id limit (select ${count} - count(*) from single) for update of m skip locked
    )
    update messages m set
      ${claimedOr(blockedSingle(app, lane))},
      attempts = m.attempts + 1, claimed_at = clock.now
    from clock
    -- As an array: a join makes the planner read the whole table for what is a handful of rows.
    where m.business_id = ${lane.businessId} and m.id = any(array(select id from single union all select id from step))
    returning ${claimedColumns(lane)}`.execute(app.db)
  return toSend(app, lane, rows)
}

/**
 * The next messages of one campaign: second tries that are due, then those that had no turn yet, from where the
 * last turn ended. None when the campaign is held or closed, or the lane is somebody else's. Messages that were made
 * for an earlier version of the template wait until they are fitted to the present one.
 */
export async function claimOfCampaign(
  app: App,
  lane: LaneKey,
  fence: number,
  dispatch: OpenDispatch,
  count: number,
): Promise<Claimed[]> {
  const { businessId, phoneNumberId } = lane
  const blocked = blockedInCampaign(app, lane, dispatch.category)
  const { asleep, andAwake } = exceptAsleep(businessId, [dispatch])
  const { rows } = await sql<ClaimedRow>`
    with ${ownedLane(lane, fence)},
    dispatch as materialized (
      select d.campaign_id, ${mayGo} from dispatches d
      where exists (select 1 from lane) and d.business_id = ${businessId} and d.campaign_id = ${dispatch.campaign_id} and d.state = 'open'
      for no key update of d
    ),
    ${clockAfter('dispatch')},
    ${asleep}
    again as materialized (
      select m.id from messages m
      where m.business_id = ${businessId} and m.phone_number_id = ${phoneNumberId}
        and m.campaign_id = ${dispatch.campaign_id} and m.due_at <= now() and m.status = 'queued'
        and ${isOffered} ${andAwake}
      order by m.due_at limit ${count} for update of m skip locked
    ),
    first as materialized (
      select m.id from messages m
      where m.business_id = ${businessId} and m.id > ${dispatch.cursor_id} and m.id <= ${dispatch.last_id}
        and m.campaign_id = ${dispatch.campaign_id} and m.status = 'queued' and m.due_at is null
        and ${isOffered} ${andAwake}
      order by m.id limit (select ${count} - count(*) from again) for update of m skip locked
    ),
    turn as (
      update dispatches d set turn_at = clock.now, moves = d.moves + 1,
        cursor_id = greatest(d.cursor_id, case
          when (select count(*) from first) < (select ${count} - count(*) from again) then ${dispatch.last_id}::bigint
          else (select max(id) from first) end)
      from dispatch, clock where d.business_id = ${businessId} and d.campaign_id = dispatch.campaign_id
    )
    update messages m set
      ${claimedOr(blocked)}, attempts = m.attempts + 1, claimed_at = clock.now
    from clock
    -- As an array: a join makes the planner read the whole table for what is a handful of rows.
    where m.business_id = ${businessId} and m.id = any(array(select id from again union all select id from first))
    returning ${claimedColumns(lane)}`.execute(app.db)
  return toSend(app, lane, rows)
}

export function toSend(app: App, { businessId }: LaneKey, rows: readonly ClaimedRow[]): Claimed[] {
  for (const campaignId of new Set(rows.map(({ campaign_id }) => campaign_id)))
    noteMoved(app, businessId, campaignId)
  return rows
    .filter(({ status }) => status === 'sending')
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      campaignId: row.campaign_id,
      contentId: row.content_id,
      recipient: row.recipient_phone,
      origin: row.origin,
      person: row.person,
      variables: row.variables,
      attempt: row.attempts,
      claimedAt: row.claimed_us,
      retries: row.retries,
      lastCode: row.error_code,
      marketingEndpoint: row.marketing_endpoint,
    }))
}

/** When the next message of this lane that waits for its time is due, in milliseconds from now; undefined: none. */
export async function nextDueMs(app: App, lane: LaneKey): Promise<number | undefined> {
  const waits = sql`m.business_id = ${lane.businessId} and m.phone_number_id = ${lane.phoneNumberId}
    and m.due_at < 'infinity' and m.status in ('queued', 'unknown')`
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from least(
      (select min(greatest(m.due_at, case when m.status = 'queued' then ${stepQuietEnd} end)) from messages m
        where ${waits} and m.campaign_id is null),
      -- One by one: a million people of a campaign may wait for the same morning.
      (select min(first.due_at) from dispatches d
        cross join lateral (
          select m.due_at from messages m
          where ${waits} and m.campaign_id = d.campaign_id and m.id <= coalesce(d.part_id, d.last_id)
          order by m.due_at limit 1
        ) first
        where d.business_id = ${lane.businessId} and d.state <> 'held')
    ) - now())::float8 * 1000 as ms`.execute(app.db)
  const ms = rows[0]?.ms
  return ms === null || ms === undefined ? undefined : Math.max(0, ms)
}

/** Whom this number wrote to in the last six seconds, or chatted with while a burst is waited off: the oldest first. */
export async function lastAddressed(app: App, lane: LaneKey): Promise<{ person: string; agoMs: number }[]> {
  const { rows } = await sql<{ person: string; ago: number }>`
    select ${person(lane)} as person, extract(epoch from now() - claimed_at)::float8 * 1000 as ago
    from messages m
    where claimed_at > now() - interval '5 minutes' and status <> 'queued'
      and (campaign_id is null or claimed_at > now() - interval '7 seconds')
      and business_id = ${lane.businessId} and phone_number_id = ${lane.phoneNumberId}
    order by claimed_at`.execute(app.db)
  return rows.map(({ person, ago }) => ({ person, agoMs: ago }))
}
