import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { campaignDrained, campaignPartSent } from '../model/job-names.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import { reconcilingReasons } from '../model/message-status.ts'
import { countMoved, type Moved, movedColumns, notifyMoved } from '../model/moved.ts'
import { noteMoved } from '../model/moved-notes.ts'
import { claimedMicroseconds, type OpenDispatch } from './claim/claim.ts'
import type { Departed } from './departures.ts'
import { settleLeftOver } from './lane-owner.ts'
import { askToFit } from './switch-content.ts'

/** A message in `sending` that no lane knows of for so long was lost by a lane of ours: nobody knows of it. */
const lostAfterSeconds = 90

/**
 * Ends a campaign of which nothing is queued or under way, and tells so. Counted from the rows.
 * @returns whether it is done.
 */
export async function endDispatch(app: App, businessId: number, campaignId: number): Promise<boolean> {
  const done = await app.transaction(async (tx) => {
    // `moves` as this statement's snapshot has it: a change that commits meanwhile makes the condition false.
    const { rows } = await sql`
      update dispatches d set drained_at = now()
      where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and d.drained_at is null
        and d.moves = (select s.moves from dispatches s
          where s.business_id = ${businessId} and s.campaign_id = ${campaignId})
        and not exists (
          select 1 from messages m
          where m.business_id = ${businessId} and m.campaign_id = ${campaignId}
            and m.id between d.first_id and d.last_id
            and (m.status in ('queued', 'sending') or (m.status = 'unknown' and m.reason = any(${reconcilingReasons}::text[]))))
      returning 1`.execute(tx.db)
    if (rows.length === 0) return await endPart(tx, businessId, campaignId)
    await tx.enqueue(campaignDrained, { business_id: businessId, campaign_id: campaignId })
    return true
  })
  if (done) noteMoved(app, businessId, campaignId)
  return done
}

/** What holds a campaign back of which a part was sent first. */
export const partSentCode = 'part_sent'

/**
 * The same for the part of a campaign that goes first: the rest is held until it is released. Without a rest there is
 * nothing to hold, though the last answer came between this look and the one at the whole.
 */
async function endPart(tx: App, businessId: number, campaignId: number): Promise<boolean> {
  const reason = JSON.stringify(textOf('messages.waiting.partSent'))
  const { rows } = await sql`
    update dispatches d set state = 'held', part_sent_at = now(), held_at = now(), hold_code = ${partSentCode},
      hold_reason = ${reason}
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and d.drained_at is null
      and d.state = 'open' and d.part_id is not null
      and exists (
        select 1 from messages m
        where m.business_id = ${businessId} and m.campaign_id = ${campaignId}
          and m.id between d.first_id and d.last_id and m.status = 'queued')
      and d.moves = (select s.moves from dispatches s
        where s.business_id = ${businessId} and s.campaign_id = ${campaignId})
      and not exists (
        select 1 from messages m
        where m.business_id = ${businessId} and m.campaign_id = ${campaignId}
          and m.id between d.first_id and d.part_id
          and (m.status = 'queued' and m.content_id = any(d.content_ids || d.content_id) or m.status = 'sending'
            or m.status = 'unknown' and m.reason = any(${reconcilingReasons}::text[])))
    returning 1`.execute(tx.db)
  if (rows.length === 0) return false
  await tx.enqueue(campaignPartSent, { business_id: businessId, campaign_id: campaignId })
  return true
}

/**
 * The same for a lane with nothing else to do: where messages are left over, whatever the reason, they get their turn.
 * @returns whether it is done.
 */
export async function drainDispatch(
  app: App,
  lane: LaneKey,
  dispatch: OpenDispatch,
  own: OwnDepartures,
): Promise<boolean> {
  const { businessId } = lane
  const campaignId = dispatch.campaign_id
  if (dispatch.state === 'closed') await cancelLeftOver(app, businessId, campaignId)
  const done = await endDispatch(app, businessId, campaignId)
  if (!done) {
    if (dispatch.state === 'open') {
      await askToFit(app, businessId, campaignId)
      await giveTurnToLeftOver(app, businessId, campaignId)
    }
    await settleLost(app, businessId, campaignId, own)
  }
  return done
}

/** What came back into the queue of a cancelled campaign: an answer that crossed the cancellation. */
async function cancelLeftOver(app: App, businessId: number, campaignId: number): Promise<void> {
  const { rows } = await sql<Moved>`
    with changed as (
      update messages m set status = 'cancelled', due_at = null
      from dispatches d
      where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and d.state = 'closed'
        and m.business_id = d.business_id and m.campaign_id = d.campaign_id
        and m.id between d.first_id and d.last_id
        and (m.status = 'queued' or (m.status = 'unknown' and m.reason = any(${reconcilingReasons}::text[])))
      returning m.business_id, m.campaign_id, m.id
    ),
    ${countMoved(businessId)}
    select ${movedColumns} from changed group by 1, 2`.execute(app.db)
  await notifyMoved(app, rows)
}

/** Messages behind the cursor that never had their turn: their row was locked by somebody when it was theirs. */
async function giveTurnToLeftOver(app: App, businessId: number, campaignId: number): Promise<void> {
  await sql`
    update dispatches d set cursor_id = left_over.id - 1
    from (
      select min(m.id) as id from messages m
      join dispatches s on s.business_id = m.business_id and s.campaign_id = m.campaign_id
      where s.business_id = ${businessId} and s.campaign_id = ${campaignId}
        and m.id between s.first_id and coalesce(s.part_id, s.last_id) and m.status = 'queued' and m.due_at is null
        and m.content_id = any(s.content_ids || s.content_id)
    ) left_over
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and left_over.id <= d.cursor_id`.execute(
    app.db,
  )
}

/**
 * Messages of a campaign under way that nobody waits for: the answer to the statement that claimed them was lost with
 * its connection.
 */
async function settleLost(
  app: App,
  businessId: number,
  campaignId: number,
  own: OwnDepartures,
): Promise<void> {
  const { rows } = await sql<{ id: number; attempts: number; claimed_us: number }>`
    select m.id, m.attempts, ${claimedMicroseconds} as claimed_us
    from messages m join dispatches d on d.business_id = m.business_id and d.campaign_id = m.campaign_id
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId}
      and m.id between d.first_id and d.last_id and m.status = 'sending'
      and m.claimed_at < now() - ${lostAfterSeconds} * interval '1 second'`.execute(app.db)
  if (rows.length > 0) await settleLeftOver(app, businessId, rows, await own(), 0)
}

/** The same for single sends, by a lane that has nothing in hand itself. Another owner's are its own to look after. */
export async function settleLostSingles(
  app: App,
  { businessId, phoneNumberId }: LaneKey,
  fence: number,
  own: OwnDepartures,
): Promise<void> {
  const { rows } = await sql<{ id: number; attempts: number; claimed_us: number }>`
    select m.id, m.attempts, ${claimedMicroseconds} as claimed_us
    from messages m join lanes l on l.business_id = m.business_id and l.phone_number_id = m.phone_number_id
    where l.business_id = ${businessId} and l.phone_number_id = ${phoneNumberId} and l.fence = ${fence}
      and m.campaign_id is null and m.due_at is not null and m.status = 'sending'
      and m.claimed_at < now() - ${lostAfterSeconds} * interval '1 second'`.execute(app.db)
  if (rows.length > 0) await settleLeftOver(app, businessId, rows, await own(), 0)
}

/** What the lane that asks noted of its own departures. */
export type OwnDepartures = () => Promise<Departed | undefined>

/**
 * Whether messages of a campaign that may go wait for a time of their own: then it is not done, and need not be counted.
 */
export async function hasWaiting(app: App, lane: LaneKey, campaignId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from messages m
    join dispatches d on d.business_id = m.business_id and d.campaign_id = m.campaign_id
    where m.business_id = ${lane.businessId} and m.phone_number_id = ${lane.phoneNumberId}
      and m.campaign_id = ${campaignId} and m.due_at is not null
      and (m.status = 'queued' or m.status = 'unknown' and m.reason = any(${reconcilingReasons}::text[]))
      and m.id <= coalesce(d.part_id, d.last_id)
      and (m.variant is null or d.content_ids is null or m.content_id = any(d.content_ids))
    limit 1`.execute(app.db)
  return rows.length > 0
}
