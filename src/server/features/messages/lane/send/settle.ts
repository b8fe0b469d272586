import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { ofBusiness } from '#server/platform/by-whole-key.ts'
import type { LaneKey } from '../../model/lane-pause.ts'
import { reasons } from '../../model/message-status.ts'
import { countMoved, isInSet, type Moved, movedColumns, notifyMoved } from '../../model/moved.ts'
import { type Claimed, claimedMicroseconds } from '../claim/claim.ts'

/** The provider has taken a message. */
export type AcceptedMessage = { message: Claimed; wamid: string; providerStatus: string | null; at: number }

/**
 * Writes that messages were taken. One whose status came before the answer stands further on already and stays
 * there; one that this try's failure put back into the queue stays in it.
 */
export async function settleAccepted(
  app: App,
  { businessId }: LaneKey,
  accepted: readonly AcceptedMessage[],
): Promise<void> {
  if (accepted.length === 0) return
  const sorted = [...accepted].sort((a, b) => a.message.id - b.message.id)
  const moves = sql`(m.status in ('sending', 'unknown')
    or (m.status = 'queued' and m.wamid is distinct from e.wamid)
    or (m.status = 'failed' and m.reason = ${reasons.writtenOff}))`
  const { rows } = await sql<Moved>`
    with e as (
      select * from unnest(
        ${sorted.map(({ message }) => message.id)}::bigint[], ${sorted.map(({ message }) => message.attempt)}::smallint[],
        ${sorted.map(({ wamid }) => wamid)}::text[], ${sorted.map(({ providerStatus }) => providerStatus)}::text[],
        ${sorted.map(({ at }) => new Date(at).toISOString())}::timestamptz[]
      ) as e (id, attempt, wamid, provider_status, at)
    ),
    changed as (
      update messages m set
        status = case when ${moves} then 'sent' else m.status end,
        due_at = case when ${moves} then null else m.due_at end,
        reason = case when ${moves} then null else m.reason end,
        error_code = case when ${moves} then null else m.error_code end,
        error_title = case when ${moves} then null else m.error_title end,
        error_details = case when ${moves} then null else m.error_details end,
        failed_at = case when ${moves} then null else m.failed_at end,
        wamid = e.wamid,
        provider_status = coalesce(e.provider_status, m.provider_status),
        -- A status that came before the answer has whole seconds: its time can be before the request.
        accepted_at = case when m.accepted_at >= m.claimed_at then m.accepted_at else e.at end
      from e
      where m.business_id = ${ofBusiness(businessId)} and m.id = e.id and m.attempts = e.attempt and ${isInSet}
      returning m.business_id, m.campaign_id, m.id
    ),
    ${countMoved(businessId)}
    select ${movedColumns} from changed group by 1, 2`.execute(app.db)
  await notifyMoved(app, rows)
}

/** A claimed message whose request certainly did not leave. */
export type Unsent = { message: Claimed; afterMs: number; reason: string | null }

/**
 * Puts messages that were claimed and did not leave back into the queue, as if they had not been claimed. Told twice
 * of the same claim (its answer was lost, and is written again) it leaves the next claim of the same try alone.
 */
export async function returnUnsent(
  app: App,
  { businessId }: LaneKey,
  unsent: readonly Unsent[],
): Promise<void> {
  if (unsent.length === 0) return
  const sorted = [...unsent].sort((a, b) => a.message.id - b.message.id)
  const { rows } = await sql<Moved>`
    with e as (
      select *, now() + after_ms * interval '1 millisecond' as due_at from unnest(
        ${sorted.map(({ message }) => message.id)}::bigint[], ${sorted.map(({ message }) => message.attempt)}::smallint[],
        ${sorted.map(({ message }) => message.claimedAt)}::bigint[],
        ${sorted.map(({ afterMs }) => afterMs)}::float8[], ${sorted.map(({ reason }) => reason)}::text[]
      ) as e (id, attempt, claimed_us, after_ms, reason)
    ),
    changed as (
      update messages m set
        status = 'queued', reason = e.reason, attempts = m.attempts - 1, claimed_at = null,
        due_at = e.due_at
      from e
      where m.business_id = ${ofBusiness(businessId)} and m.id = e.id and m.attempts = e.attempt and ${isInSet}
        and ${claimedMicroseconds} = e.claimed_us and m.status in ('sending', 'unknown')
      returning m.business_id, m.campaign_id, m.id
    ),
    ${countMoved(businessId, sql`true`)}
    select ${movedColumns} from changed group by 1, 2`.execute(app.db)
  await notifyMoved(app, rows)
}
