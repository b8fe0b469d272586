import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { reasons, reconcilingReasons } from '../model/message-status.ts'
import { countMoved, type Moved, movedColumns, notifyMoved } from '../model/moved.ts'
import { type JournaledClaim, journaledRecipient, type ReadLines, readClaims } from './claim-lines.ts'

/** What one business's messages lost when the database went back. */
export type LostClaims = { businessId: number; unknown: number; accepted: number; withoutRow: number }

const inOneStatement = 5000

/**
 * Compares a journal with the messages. What the journal shows to have left and the database does not know becomes
 * unknown, or sent where the provider's answer was noted; never queued. What has no row is kept, so that the same
 * message made once more is not sent. Doing it twice changes nothing.
 */
export async function restoreClaims(tx: App, read: ReadLines, sinceUs: number): Promise<LostClaims[]> {
  const found = new Map<number, LostClaims>()
  const of = (businessId: number): LostClaims => {
    const known = found.get(businessId) ?? { businessId, unknown: 0, accepted: 0, withoutRow: 0 }
    found.set(businessId, known)
    return known
  }
  for await (const claims of readClaimsByStatement(read, sinceUs)) {
    for (const row of await markLeft(tx, claims)) {
      of(row.business_id).unknown += row.unknown
      of(row.business_id).accepted += row.accepted
    }
    for (const row of await keepWithoutRow(tx, claims)) of(row.business_id).withoutRow += row.kept
  }
  return [...found.values()]
}

/**
 * Whether a journal shows a claim that the database does not know. What it seems to lack is read once more: a claim that
 * goes back is noted first, and may have gone back in the database between the reading and the question.
 */
export async function hasUnknownClaims(app: App, read: ReadLines, sinceUs: number): Promise<boolean> {
  for await (const claims of readClaimsByStatement(read, sinceUs)) {
    const { rows } = await sql<{ id: number; attempt: number; claimed_us: number }>`
      select e.id, e.attempt, e.claimed_us from ${asTable(claims)}
      where not exists (select 1 from messages m where ${isSame(claims)} and m.attempts >= e.attempt)`.execute(
      app.db,
    )
    if (rows.length === 0) continue
    const lacking = new Map(rows.map((row) => [row.id, row]))
    for await (const still of readClaims(read, sinceUs, { only: new Set(lacking.keys()) })) {
      for (const { businessId, id, attempt, claimedUs } of still) {
        const row = lacking.get(id)
        const isIt = row?.attempt === attempt && row.claimed_us === claimedUs
        if (businessId === claims.businessId && isIt) return true
      }
    }
  }
  return false
}

/** Of one business each. */
type Claims = { businessId: number; claims: JournaledClaim[] }

async function* readClaimsByStatement(read: ReadLines, sinceUs: number): AsyncGenerator<Claims> {
  for await (const all of readClaims(read, sinceUs)) {
    for (const [businessId, claims] of Map.groupBy(all, (one) => one.businessId))
      for (let from = 0; from < claims.length; from += inOneStatement)
        yield { businessId, claims: claims.slice(from, from + inOneStatement) }
  }
}

const asTable = ({ claims }: Claims) => sql`(
  select *, 'epoch'::timestamptz + claimed_us * interval '1 microsecond' as claimed_at, now() as now from unnest(
  ${claims.map((one) => one.id)}::bigint[],
  ${claims.map((one) => one.attempt)}::smallint[], ${claims.map((one) => one.claimedUs)}::bigint[],
  ${claims.map((one) => one.phoneNumberId)}::text[], ${claims.map((one) => one.campaignId)}::bigint[],
  ${claims.map((one) => one.contentId)}::bigint[], ${claims.map((one) => one.recipient)}::text[],
  ${claims.map((one) => one.origin)}::text[], ${claims.map((one) => one.wamid)}::text[]
) as c (id, attempt, claimed_us, phone_number_id, campaign_id, content_id, recipient, origin, wamid)) e`

/** A row of the same message: ids may have been given out a second time before it was noticed. */
const isSame = ({
  businessId,
}: Claims) => sql`m.business_id = ${businessId} and m.id = e.id and m.phone_number_id = e.phone_number_id
  and m.campaign_id is not distinct from e.campaign_id`

async function markLeft(
  tx: App,
  claims: Claims,
): Promise<{ business_id: number; unknown: number; accepted: number }[]> {
  const { rows } = await sql<Moved & { unknown: number; accepted: number }>`
    with e as (select * from ${asTable(claims)}),
    changed as (
      update messages m set
        status = case when e.wamid is null then 'unknown' else 'sent' end,
        reason = case when e.wamid is null then ${reasons.wentBack} end,
        attempts = e.attempt, claimed_at = e.claimed_at, due_at = null,
        unknown_at = case when e.wamid is null then e.now else m.unknown_at end,
        wamid = e.wamid, accepted_at = case when e.wamid is null then m.accepted_at else e.claimed_at end,
        error_code = null, error_title = null, error_details = null, failed_at = null
      from e
      where ${isSame(claims)} and (
        (m.attempts < e.attempt and m.status in ('queued', 'sending', 'unknown', 'failed'))
        -- the claim is known, and its answer is not
        or (m.attempts = e.attempt and m.status in ('sending', 'unknown')
          and m.reason is distinct from ${reasons.wentBack}))
      returning m.business_id, m.campaign_id, m.id, m.status
    ),
    ${countMoved(claims.businessId)}
    select ${movedColumns}, count(*) filter (where status = 'unknown')::int as unknown,
      count(*) filter (where status = 'sent')::int as accepted
    from changed group by 1, 2`.execute(tx.db)
  await notifyMoved(tx, rows)
  return rows
}

async function keepWithoutRow(tx: App, claims: Claims): Promise<{ business_id: number; kept: number }[]> {
  const { rows } = await sql<{ business_id: number; kept: number }>`
    with e as (select * from ${asTable(claims)}),
    kept as (
      insert into lost_claims (business_id, message_id, attempt, campaign_id, content_id, recipient, origin, claimed_at, wamid)
      select ${claims.businessId}::bigint, e.id, e.attempt, e.campaign_id, e.content_id, e.recipient, e.origin, e.claimed_at, e.wamid from e
      where not exists (select 1 from messages m where ${isSame(claims)})
        and exists (select 1 from businesses b where b.id = ${claims.businessId})
      on conflict (business_id, message_id) do nothing
      returning business_id
    )
    select business_id, count(*)::int as kept from kept group by 1`.execute(tx.db)
  return rows
}

/**
 * Silence shows nothing of messages whose reports may have been lost: those that would go again by themselves wait for
 * the owner.
 */
export async function doubtSilence(tx: App): Promise<void> {
  const { rows } = await sql<Moved>`
    with changed as (
      update messages m set reason = ${reasons.wentBack}, due_at = null
      where m.status = 'unknown' and m.due_at is not null
        and (m.reason = any(${reconcilingReasons}::text[]) or m.reason = ${reasons.noAnswer})
      returning m.business_id, m.campaign_id, m.id
    ),
    ${countMoved()}
    select ${movedColumns} from changed group by 1, 2`.execute(tx.db)
  await notifyMoved(tx, rows)
}

type Claim = {
  id: number
  campaignId: number | null
  contentId: number
  recipient: string
  origin: string | null
}

/** Whether anything of this business left that has no row. */
export async function hasLostClaims(app: App, businessId: number): Promise<boolean> {
  const { rows } = await sql`select from lost_claims where business_id = ${businessId} limit 1`.execute(
    app.db,
  )
  return rows.length > 0
}

/**
 * Takes out of claimed messages those that left before under another id, to the same person: of the same campaign, of
 * the same step of a sequence, or of the same origin, each for one that left. They become unknown, or sent where the
 * provider's answer is known.
 * @returns the ids of the others.
 */
export async function settleSentBefore(
  app: App,
  businessId: number,
  claimed: readonly Claim[],
): Promise<Set<number>> {
  const recipients = claimed.map((one) => journaledRecipient(app, one.recipient))
  const { rows } = await sql<Moved & { ids: number[] }>`
    with e as (
      select e.*, now() as now, row_number() over (partition by e.recipient, e.origin order by e.id) as nr,
        (select m.sequence_id from messages m where m.business_id = ${businessId} and m.id = e.id) as sequence_id
      from unnest(${claimed.map(({ id }) => id)}::bigint[], ${claimed.map((one) => one.campaignId)}::bigint[],
        ${claimed.map((one) => one.contentId)}::bigint[],
        ${recipients}::text[], ${claimed.map((one) => one.origin)}::text[]) as e (id, campaign_id, content_id, recipient, origin)
    ),
    lost as (
      select l.*, row_number() over (partition by l.recipient, l.origin order by l.claimed_at, l.message_id) as nr
      from lost_claims l where l.business_id = ${businessId} and l.recipient = any(${recipients}::text[])
    ),
    left_as as (
      select e.id, e.now, l.message_id from e join lost l on l.recipient = e.recipient and case
        when e.campaign_id is not null then l.campaign_id = e.campaign_id
        when l.campaign_id is not null then false
        when e.sequence_id is not null then l.content_id = e.content_id
        -- a line of a version that kept no origin
        when l.origin is null then l.content_id = e.content_id and e.origin not like 'send.%'
        else l.origin = e.origin and l.nr = e.nr end
    ),
    before as (
      delete from lost_claims l using left_as e
      where l.business_id = ${businessId} and l.message_id = e.message_id
      returning e.id, e.now, l.wamid, l.claimed_at
    ),
    changed as (
      update messages m set
        status = case when b.wamid is null then 'unknown' else 'sent' end,
        reason = case when b.wamid is null then ${reasons.wentBack} end,
        due_at = null, wamid = b.wamid, claimed_at = b.claimed_at, accepted_at = case when b.wamid is not null then b.claimed_at end,
        unknown_at = case when b.wamid is null then b.now end
      from before b where m.business_id = ${businessId} and m.id = b.id and m.status = 'sending'
      returning m.business_id, m.campaign_id, m.id
    ),
    ${countMoved(businessId)}
    select ${movedColumns}, array_agg(id) as ids from changed group by 1, 2`.execute(app.db)
  await notifyMoved(app, rows)
  const gone = new Set(rows.flatMap(({ ids }) => ids))
  return new Set(claimed.map(({ id }) => id).filter((id) => !gone.has(id)))
}

/**
 * What was waiting outside of campaigns may have left, where nothing shows what did: it waits for the owner.
 * @returns how many of each business.
 */
export async function doubtQueued(tx: App): Promise<{ business_id: number; unknown: number }[]> {
  const { rows } = await sql<Moved & { unknown: number }>`
    with changed as (
      update messages m set status = 'unknown', reason = ${reasons.wentBack}, due_at = null, unknown_at = now()
      where m.due_at is not null and m.campaign_id is null and m.status in ('queued', 'sending')
      returning m.business_id, m.campaign_id, m.id
    )
    select ${movedColumns}, count(*)::int as unknown from changed group by 1, 2`.execute(tx.db)
  await notifyMoved(tx, rows)
  return rows
}
