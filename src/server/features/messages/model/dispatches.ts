import { type Expression, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { erasureKey, isErasedSql } from '#server/features/leads/leads.ts'
import { notify } from '#server/platform/notify.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { erasedRecipient } from './erase-recipient.ts'
import { retryAfterSeconds, worthRetrying } from './failure-policy.ts'
import { lanesChannel, wakeLane } from './job-names.ts'
import { reasons, reconcilingReasons } from './message-status.ts'
import { reopen } from './moved.ts'
import { noteMoved } from './moved-notes.ts'

/** One person of a campaign, as the audience's query yields them. */
export type PlannedRecipient = {
  lead_id: number | null
  /** E.164, or a business-scoped user id. */
  recipient_phone: string
  /** Values in the order of the content's `variable_names`. */
  variables: string[]
  status: 'queued' | 'skipped'
  /** Why it is skipped. */
  reason: string | null
}

export type Plan = {
  businessId: number
  campaignId: number
  contentId: number
  phoneNumberId: string
  /** A query that yields `PlannedRecipient`s. */
  recipients: Expression<unknown>
}

/**
 * Writes a campaign's messages, one for each person, in one statement at any size, and opens its dispatch: the
 * lane begins when the surrounding transaction commits. A person who is in it already is left as they are.
 * @returns how many messages were added.
 */
export async function planMessages(tx: App, plan: Plan): Promise<number> {
  const { businessId, campaignId, contentId, phoneNumberId, recipients } = plan
  const erased = isErasedSql(erasureKey(tx, businessId), businessId, sql`r.recipient_phone`)
  const { rows } = await sql<{ first: number | null; last: number | null; added: number }>`
    with added as (
      insert into messages (business_id, campaign_id, content_id, phone_number_id,
        lead_id, recipient_phone, variables, status, reason)
      select ${businessId}::bigint, ${campaignId}::bigint, ${contentId}::bigint, ${phoneNumberId}::text,
        r.lead_id, r.recipient_phone, coalesce(r.variables, '{}'),
        case when r.erased then 'skipped' else r.status end,
        case when r.erased then ${reasons.optedOut} else r.reason end
      from (select r.*, ${erased} as erased from ${recipients} as r offset 0) as r
      on conflict on constraint messages_once do nothing
      returning id
    )
    select min(id) as first, max(id) as last, count(*)::bigint as added from added`.execute(tx.db)
  const { first, last, added } = rows[0] ?? { first: null, last: null, added: 0 }
  await sql`
    insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id, cursor_id)
    values (${businessId}, ${campaignId}, ${phoneNumberId}, ${contentId}, 'open',
      ${first ?? 1}::bigint, ${last ?? 0}::bigint, ${(first ?? 1) - 1}::bigint)
    on conflict (business_id, campaign_id) do update set
      first_id = case when dispatches.last_id < dispatches.first_id then excluded.first_id
        else least(dispatches.first_id, coalesce(${first}::bigint, dispatches.first_id)) end,
      cursor_id = case when dispatches.last_id < dispatches.first_id then excluded.cursor_id
        else dispatches.cursor_id end,
      last_id = greatest(dispatches.last_id, excluded.last_id),
      drained_at = null, moves = dispatches.moves + 1`.execute(tx.db)
  // Until the clock's ANALYZE comes, the planner takes the table for what it was before: it would read all of it for
  // each set of answers and statuses, ten times slower.
  if (added >= manyRows) await sql`analyze messages`.execute(tx.db)
  await wakeLane(tx, businessId, phoneNumberId)
  noteMoved(tx, businessId, campaignId)
  return added
}

/** From here on a campaign changes what the planner should believe of the table. */
const manyRows = 1000

/** Keeps a campaign's messages from going: what is queued waits, with the reason. Nothing is lost. */
export async function holdDispatch(
  tx: App,
  businessId: number,
  campaignId: number,
  { code, reason }: { code: string; reason: StoredText },
): Promise<void> {
  const held = await tx.db
    .updateTable('dispatches')
    .set({ state: 'held', hold_code: code, hold_reason: JSON.stringify(reason), held_at: sql`now()` })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'open')
    .returning('phone_number_id')
    .executeTakeFirst()
  if (held) await notify(tx.db, lanesChannel, held.phone_number_id)
}

/**
 * Lets a campaign go on. Where its number was stopped until a person acts, the owner's word is that: the number goes
 * on too. What goes on by itself leaves such a stop alone.
 */
export async function releaseDispatch(
  tx: App,
  businessId: number,
  campaignId: number,
  { byOwner } = { byOwner: true },
): Promise<void> {
  const released = await tx.db
    .updateTable('dispatches')
    .set({ state: 'open', hold_code: null, hold_reason: null, held_at: null })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'held')
    .returning('phone_number_id')
    .executeTakeFirst()
  if (!released) return
  if (byOwner) await letNumberGoOn(tx, businessId, released.phone_number_id)
  await wakeLane(tx, businessId, released.phone_number_id)
}

/** Ends a stop that waits for a person; a pause with an end of its own stays. */
async function letNumberGoOn(tx: App, businessId: number, phoneNumberId: string): Promise<void> {
  await tx.db
    .updateTable('lanes')
    .set({ paused_until: null, pause_code: null, pause_reason: null, paused_at: null })
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .where('paused_until', '=', sql<Date>`'infinity'::timestamptz`)
    .execute()
}

/**
 * Cancels what has not left: queued becomes cancelled. What is under way at this moment goes out and is shown.
 * @returns how many were cancelled.
 */
export async function cancelDispatch(tx: App, businessId: number, campaignId: number): Promise<number> {
  const dispatch = await tx.db
    .updateTable('dispatches')
    .set({ state: 'closed', hold_code: null, hold_reason: null, held_at: null, moves: sql`moves + 1` })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('state', '<>', 'closed')
    .returning(['phone_number_id', 'first_id', 'last_id'])
    .executeTakeFirst()
  if (!dispatch) return 0
  const { numUpdatedRows } = await tx.db
    .updateTable('messages')
    .set({ status: 'cancelled', due_at: null })
    .where('business_id', '=', businessId)
    .where('id', '>=', dispatch.first_id)
    .where('id', '<=', dispatch.last_id)
    .where('campaign_id', '=', campaignId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'queued'),
        eb.and([eb('status', '=', 'unknown'), eb('reason', 'in', reconcilingReasons)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  await wakeLane(tx, businessId, dispatch.phone_number_id)
  noteMoved(tx, businessId, campaignId)
  return Number(numUpdatedRows)
}

/** How many failed messages are in the queue again, and how many of them have to wait first. */
export type Retried = { queued: number; later: number; laterAt: Date | null }

/**
 * Puts failed messages back into the queue, each for the time that its error code allows: some may go at once, for
 * others the provider asks to wait a day from the failure.
 * @param codes which, by error code (null: failed without one); absent: all for which another try can help.
 */
export async function retryFailed(
  tx: App,
  businessId: number,
  campaignId: number,
  codes?: readonly (number | null)[],
): Promise<Retried> {
  const none: Retried = { queued: 0, later: 0, laterAt: null }
  const dispatch = await tx.db
    .selectFrom('dispatches')
    .select(['phone_number_id', 'first_id', 'last_id'])
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!dispatch) return none
  const failed = tx.db
    .selectFrom('messages')
    .where('business_id', '=', businessId)
    .where('undelivered', '=', 'failed')
    .where('id', '>=', dispatch.first_id)
    .where('id', '<=', dispatch.last_id)
    .where('campaign_id', '=', campaignId)
  const present = await failed.select('error_code').distinct().execute()
  const wanted = present
    .map(({ error_code }) => error_code)
    .filter((code) => (codes ? codes.includes(code) : worthRetrying(code)))
  if (wanted.length === 0) return none
  const { rows } = await sql<Retried>`
    with wanted as (
      select * from unnest(${wanted}::int[], ${wanted.map(retryAfterSeconds)}::int[]) as w (code, seconds)
    ),
    again as (
      update messages m set status = 'queued', reason = ${reasons.again}, retries = 0,
        due_at = greatest(now(), m.failed_at + w.seconds * interval '1 second')
      from wanted w
      where m.business_id = ${businessId} and m.undelivered = 'failed' and m.campaign_id = ${campaignId}
        and m.id between ${dispatch.first_id} and ${dispatch.last_id} and m.error_code is not distinct from w.code
        and m.recipient_phone not like ${`${erasedRecipient}%`}
      returning m.due_at
    )
    select count(*)::int as queued, count(*) filter (where due_at > now())::int as later,
      max(due_at) filter (where due_at > now()) as "laterAt" from again`.execute(tx.db)
  const retried = rows[0] ?? none
  if (retried.queued > 0) await reopen(tx, businessId, campaignId)
  return retried
}
