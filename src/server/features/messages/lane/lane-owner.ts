import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { steady } from '#server/platform/sql/database-identity.ts'
import { noteNotTaken } from '../journal/claim-lines.ts'
import type { LaneKey } from '../model/lane-pause.ts'
import { reasons } from '../model/message-status.ts'
import { countMoved, type Moved, movedColumns, notifyMoved } from '../model/moved.ts'
import type { SendingSettings } from '../model/sending-settings.ts'
import { claimedMicroseconds } from './claim/claim.ts'
import { type Departed, neverLeft } from './departures.ts'

/**
 * Who empties a lane. pg-boss gives the job to one process at a time; the fence makes sure of it where a process
 * was stalled for so long that its job went to another:
 *
 * - each owner has a higher number than the one before, and claims only with its own, in the database;
 * - it sends only within `leaseMs` of the last time the database confirmed its number;
 * - a new owner after one that did not end in order waits longer than that before it begins.
 */
export const leaseMs = 2_500
export const takeOverMs = 3_000

export type Ownership = {
  fence: number
  /** The owner before this one did not end in order: it may still be sending. */
  takenOver: boolean
  /** Names this ownership. */
  owner: string
  /** That of the owner before, where it did not end in order. */
  previous: string | null
}

export async function takeLane(app: App, { businessId, phoneNumberId }: LaneKey): Promise<Ownership> {
  return await app.transaction(async (tx) => {
    const before = await tx.db
      .selectFrom('lanes')
      .select('owner')
      .where('business_id', '=', businessId)
      .where('phone_number_id', '=', phoneNumberId)
      .forUpdate()
      .executeTakeFirst()
    const owner = randomUUID()
    const { fence } = await tx.db
      .insertInto('lanes')
      .values({ business_id: businessId, phone_number_id: phoneNumberId, fence: 1, owner })
      .onConflict((conflict) =>
        conflict
          .columns(['business_id', 'phone_number_id'])
          .doUpdateSet((eb) => ({ fence: sql<number>`lanes.fence + 1`, owner: eb.ref('excluded.owner') })),
      )
      .returning('fence')
      .executeTakeFirstOrThrow()
    const previous = before?.owner ?? null
    return { fence, owner, previous, takenOver: previous !== null }
  })
}

/** After the last request was settled: the next owner need not wait. */
export async function releaseLane(
  app: App,
  { businessId, phoneNumberId }: LaneKey,
  fence: number,
): Promise<void> {
  await app.db
    .updateTable('lanes')
    .set({ owner: null, reserved: 0, reserved_until: null })
    .where('business_id', '=', businessId)
    .where('phone_number_id', '=', phoneNumberId)
    .where('fence', '=', fence)
    .execute()
}

export type LaneState = {
  /** Milliseconds until the pause ends; 0: not paused; Infinity: until a person acts. */
  pausedMs: number
  pauseCode: string | null
}

/**
 * Confirms that the lane is still this owner's, and reads whether it waits.
 * @param progressed a message was accepted since the last time.
 * @returns undefined when another has taken it, or the database is not known to be the one it was.
 */
export async function confirmLane(
  app: App,
  { businessId, phoneNumberId }: LaneKey,
  fence: number,
  progressed: boolean,
): Promise<LaneState | undefined> {
  const { rows } = await sql<{ paused_ms: number | null; pause_code: string | null }>`
    with ${steady}
    update lanes set progressed_at = ${progressed ? sql`c.now` : sql`progressed_at`}
    from steady, (select now() as now) c
    where business_id = ${businessId} and phone_number_id = ${phoneNumberId} and fence = ${fence}
    returning pause_code, case when paused_until = 'infinity' then 'Infinity'::float8
      else greatest(0, extract(epoch from paused_until - c.now) * 1000)::float8 end as paused_ms`.execute(
    app.db,
  )
  const row = rows[0]
  return row && { pausedMs: row.paused_ms ?? 0, pauseCode: row.pause_code }
}

/**
 * What the owner before left under way. What certainly never left goes back into the queue. Of the rest nobody knows
 * whether it was taken, so it is never sent again blindly: it waits for a status that tells, and then for the
 * business's decision.
 * @returns how many of each.
 */
export async function recoverLane(
  app: App,
  { businessId, phoneNumberId }: LaneKey,
  settings: SendingSettings,
  departed?: Departed,
): Promise<{ unknown: number; returned: number }> {
  const { rows: left } = await sql<{ id: number; attempts: number; claimed_us: number }>`
    select m.id, m.attempts, ${claimedMicroseconds} as claimed_us from messages m
    join dispatches d on d.business_id = m.business_id and m.id between d.first_id and d.last_id
      and m.campaign_id = d.campaign_id
    where d.business_id = ${businessId} and d.phone_number_id = ${phoneNumberId} and d.drained_at is null
      and m.status = 'sending'
    union all
    select m.id, m.attempts, ${claimedMicroseconds} from messages m
    where m.business_id = ${businessId} and m.phone_number_id = ${phoneNumberId} and m.campaign_id is null
      and m.due_at is not null and m.status = 'sending'`.execute(app.db)
  return await settleLeftOver(app, businessId, left, departed, settings.settlingSeconds)
}

/** Messages under way that nobody has in hand: back into the queue where they never left, else unknown. */
export async function settleLeftOver(
  app: App,
  businessId: number,
  left: readonly { id: number; attempts: number; claimed_us: number }[],
  departed: Departed | undefined,
  settlingSeconds: number,
): Promise<{ unknown: number; returned: number }> {
  if (left.length === 0) return { unknown: 0, returned: 0 }
  const stayed = left.filter((one) => neverLeft(departed, one))
  noteNotTaken(
    app,
    { businessId },
    stayed.map(({ id, attempts, claimed_us }) => ({ id, attempt: attempts, claimedAt: claimed_us })),
  )
  const { rows } = await sql<Moved & { moved: number; returned: number }>`
    with left_over as (
      select *, now() as now, now() + ${settlingSeconds} * interval '1 second' as settled_at from unnest(${left.map(({ id }) => id)}::bigint[], ${left.map(({ attempts }) => attempts)}::smallint[],
        ${left.map((one) => stayed.includes(one))}::boolean[]) as o (id, attempts, stayed)
    ),
    changed as (
      update messages m set
        status = case when o.stayed then 'queued' else 'unknown' end,
        reason = case when not o.stayed then ${reasons.noAnswer} end,
        attempts = case when o.stayed then m.attempts - 1 else m.attempts end,
        claimed_at = case when not o.stayed then m.claimed_at end,
        unknown_at = case when o.stayed then m.unknown_at else o.now end,
        due_at = case when o.stayed then o.now else o.settled_at end
      from left_over o
      where m.business_id = ${businessId} and m.id = o.id and m.attempts = o.attempts and m.status = 'sending'
      returning m.business_id, m.campaign_id, m.id, m.status
    ),
    ${countMoved(businessId)}
    select ${movedColumns}, count(*)::int as moved, count(*) filter (where status = 'queued')::int as returned
    from changed group by 1, 2`.execute(app.db)
  await notifyMoved(app, rows)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  const returned = sum((row) => row.returned)
  return { unknown: sum((row) => row.moved) - returned, returned }
}

/** The database's time in microseconds since 1970, as claims tell it. */
export async function claimClock(app: App): Promise<number> {
  const { rows } = await sql<{ us: number }>`
    select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us`.execute(app.db)
  return rows[0]!.us
}
