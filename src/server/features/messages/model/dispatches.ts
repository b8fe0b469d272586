import { type Expression, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { erasureKey, isErasedSql } from '#server/features/leads/leads.ts'
import { isNodeOutage } from '#server/platform/database.ts'
import { notify } from '#server/platform/notify.ts'
import { laterSql } from '#server/platform/sql/later.ts'
import type { QuietHours } from '#server/platform/sql/quiet-hours.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { hasPersonSql } from './erase-recipient.ts'
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

/** Of a campaign that sends a part first, further columns: those with a variant go first, in the order of `turn`. */
export type PlannedPart = {
  variant: number | null
  content_id: number
  turn: number | null
  /** Not before; null: in its turn. */
  due_at: Date | null
}

export type Plan = {
  businessId: number
  campaignId: number
  contentId: number
  phoneNumberId: string
  /** A query that yields `PlannedRecipient`s; with `versions` also the columns of `PlannedPart`. */
  recipients: Expression<unknown>
  /** A part goes first, and the rest when it is released; the contents of the part's versions. */
  versions?: readonly number[] | undefined
  /** Messages may wait for a time of their own, `due_at` of their recipient: the zones, and hours without messages. */
  clock?: PeopleClock | null
}

/** The zones of a campaign's people, by how their addresses begin. */
type QuietZones = { quiet: QuietHours | null; zones: Record<string, string[]> }
/** `own`: people of countries that have other quiet hours. */
export type PeopleClock = QuietZones & { own?: QuietZones[] }

/**
 * Writes a campaign's messages, one for each person, in one statement at any size, and opens its dispatch: the
 * lane begins when the surrounding transaction commits. A person who is in it already is left as they are.
 * @returns how many messages were added, and the last of the part that goes first.
 */
export async function planMessages(tx: App, plan: Plan): Promise<{ added: number; partId: number | null }> {
  const { businessId, campaignId, contentId, phoneNumberId, recipients, versions, clock } = plan
  const content = versions ? sql`r.content_id` : sql`${contentId}::bigint`
  const due =
    clock || versions
      ? sql`case when r.status = 'queued' and not r.erased then r.due_at end`
      : sql`null::timestamptz`
  const erased = isErasedSql(erasureKey(tx, businessId), businessId, sql`r.recipient_phone`)
  const { rows } = await sql<Added>`
    with added as (
      insert into messages (business_id, campaign_id, content_id, phone_number_id,
        lead_id, recipient_phone, variables, status, reason, variant, due_at)
      select ${businessId}::bigint, ${campaignId}::bigint, ${content}, ${phoneNumberId}::text,
        r.lead_id, r.recipient_phone, coalesce(r.variables, '{}'),
        case when r.erased then 'skipped' else r.status end,
        case when r.erased then ${reasons.optedOut} else r.reason end,
        ${versions ? sql`r.variant::smallint` : sql`null::smallint`}, ${due}
      from (select r.*, ${erased} as erased from ${recipients} as r offset 0) as r
      ${versions ? sql`order by r.turn nulls last` : sql``}
      on conflict on constraint messages_once do nothing
      returning id, variant
    )
    select min(id) as first, max(id) as last, count(*)::bigint as added,
      max(id) filter (where variant is not null) as part, min(id) filter (where variant is null) as rest
    from added`.execute(tx.db)
  const { first, last, added, part, rest } = rows[0] ?? nothingAdded
  if (part !== null && rest !== null && part > rest) throw new Error('the part of a campaign is not in front')
  await sql`
    insert into dispatches (business_id, campaign_id, phone_number_id, content_id, state, first_id, last_id, cursor_id,
      part_id, content_ids, clock)
    values (${businessId}, ${campaignId}, ${phoneNumberId}, ${contentId}, 'open',
      ${first ?? 1}::bigint, ${last ?? 0}::bigint, ${(first ?? 1) - 1}::bigint,
      ${part}::bigint, ${versions?.length ? [...versions] : null}::bigint[],
      ${clock ? JSON.stringify(clock) : null}::jsonb)
    on conflict (business_id, campaign_id) do update set
      first_id = case when dispatches.last_id < dispatches.first_id then excluded.first_id
        else least(dispatches.first_id, coalesce(${first}::bigint, dispatches.first_id)) end,
      cursor_id = case when dispatches.last_id < dispatches.first_id then excluded.cursor_id
        else dispatches.cursor_id end,
      last_id = greatest(dispatches.last_id, excluded.last_id),
      drained_at = null, moves = dispatches.moves + 1`.execute(tx.db)
  await analyzeMessages(tx, added)
  await wakeLane(tx, businessId, phoneNumberId)
  noteMoved(tx, businessId, campaignId)
  return { added, partId: part }
}

/** From here on new messages change what the planner should believe of the table. */
const manyRows = 1000

/**
 * Until the clock's ANALYZE comes, the planner takes the table for what it was before: it would read all of it for each
 * set of answers and statuses, ten times slower. Where a node of a cluster is away, its part is not looked at.
 */
export async function analyzeMessages(tx: App, added: number): Promise<void> {
  if (added < manyRows) return
  await sql`savepoint before_analyze`.execute(tx.db)
  try {
    await sql`analyze messages`.execute(tx.db)
  } catch (error) {
    if (!isNodeOutage(error)) throw error
    await sql`rollback to savepoint before_analyze`.execute(tx.db)
  }
}

type Added = {
  first: number | null
  last: number | null
  added: number
  part: number | null
  rest: number | null
}
const nothingAdded: Added = { first: null, last: null, added: 0, part: null, rest: null }

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
 * on too. What goes on by itself leaves such a stop alone. What is behind a part that was sent stays where it is.
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
    .where('part_sent_at', 'is', null)
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
    .set({ part_id: null, part_sent_at: null })
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
      select *, now() as now from unnest(${wanted}::int[], ${wanted.map(retryAfterSeconds)}::int[]) as w (code, seconds)
    ),
    again as (
      -- Answers, figures and prices go by when this try is taken, which may be days after the first one.
      update messages m set status = 'queued', reason = ${reasons.again}, retries = 0, accepted_at = null, sent_at = null,
        due_at = greatest(w.now, ${laterSql(sql`m.failed_at`, sql`w.seconds * interval '1 second'`)})
      from wanted w
      where m.business_id = ${businessId} and m.undelivered = 'failed' and m.campaign_id = ${campaignId}
        and m.id between ${dispatch.first_id} and ${dispatch.last_id} and m.error_code is not distinct from w.code
        and ${hasPersonSql(sql`m.recipient_phone`)}
      returning m.due_at
    )
    select count(*)::int as queued, count(*) filter (where due_at > now())::int as later,
      max(due_at) filter (where due_at > now()) as "laterAt" from again`.execute(tx.db)
  const retried = rows[0] ?? none
  if (retried.queued > 0) await reopen(tx, businessId, campaignId)
  return retried
}
