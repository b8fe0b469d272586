import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import {
  blockedEither,
  type Claimed,
  type ClaimedRow,
  claimedColumns,
  claimedOr,
  clockAfter,
  isAwake,
  mayGo,
  type OpenDispatch,
  ownedLane,
  reachedStatuses,
  toSend,
} from './claim.ts'
import { exceptAsleep } from './quiet-people.ts'

/**
 * People written to in the last 24 hours from numbers that share a limit: another message to them takes nothing of
 * it. There are no more of them than the limit.
 */
const known = (numbers: readonly string[]) => sql`
  select distinct k.recipient_phone from messages k
  where k.claimed_at > now() - interval '24 hours' and k.phone_number_id = any(${[...numbers]}::text[])
    and k.status in ${reachedStatuses}`

/**
 * The next messages to people who were written to in the last 24 hours: single sends, or where there are none, those
 * of campaigns, whose cursors stay where they are. For a number at its limit.
 */
export async function claimKnown(
  app: App,
  lane: LaneKey,
  fence: number,
  dispatches: readonly OpenDispatch[],
  numbers: readonly string[],
  count: number,
): Promise<Claimed[]> {
  const { businessId, phoneNumberId } = lane
  const mayClaim = dispatches.filter(({ state }) => state === 'open')
  const open = mayClaim.map(({ campaign_id }) => campaign_id)
  const { asleep, andAwake } = exceptAsleep(businessId, mayClaim)
  const { rows } = await sql<ClaimedRow>`
    with ${ownedLane(lane, fence)},
    known as materialized (${known(numbers)}),
    dispatch as materialized (
      select d.campaign_id, ${mayGo}, d.turn_at from dispatches d
      where exists (select 1 from lane) and d.business_id = ${businessId} and d.campaign_id = any(${open}::bigint[]) and d.state = 'open'
      order by d.campaign_id for no key update of d
    ),
    ${clockAfter('dispatch')},
    ${asleep}
    singles as materialized (
      select m.id from messages m
      where exists (select 1 from lane) and (m.recipient_phone in (select recipient_phone from known)) is true
        and m.business_id = ${businessId} and m.phone_number_id = ${phoneNumberId}
        and m.campaign_id is null and m.due_at <= now() and m.status = 'queued' and ${isAwake}
      order by m.due_at limit ${count} for update of m skip locked
    ),
    found as materialized (
      select m.id, d.turn_at from dispatch d cross join known k
      join messages m on m.business_id = ${businessId} and m.recipient_phone = k.recipient_phone
        and m.campaign_id = d.campaign_id and m.id <= d.up_to and m.content_id = any(d.contents)
      where m.status = 'queued' and m.phone_number_id = ${phoneNumberId} and (m.due_at is null or m.due_at <= now()) ${andAwake}
      order by d.turn_at, m.id limit (select case when count(*) > 0 then 0 else ${count} end from singles)
    ),
    campaigns as materialized (
      select m.id, m.campaign_id from messages m
      where m.business_id = ${businessId} and m.id = any(array(select id from found)) and m.status = 'queued'
      for update skip locked
    ),
    turn as (
      update dispatches d set turn_at = clock.now, moves = d.moves + 1
      from clock where d.business_id = ${businessId} and d.campaign_id in (select campaign_id from campaigns)
    )
    update messages m set
      ${claimedOr(blockedEither(app, lane))},
      attempts = m.attempts + 1, claimed_at = clock.now
    from clock
    -- As an array: a join makes the planner read the whole table for what is a handful of rows.
    where m.business_id = ${businessId}
      and m.id = any(array(select id from singles union all select id from campaigns))
    returning ${claimedColumns(lane)}`.execute(app.db)
  return toSend(app, lane, rows)
}
