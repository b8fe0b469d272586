import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { databaseIdentity } from '#server/platform/sql/database-identity.ts'

/** Why a check began. */
export type Cause = 'moved' | 'behind' | 'folder'

export type Guard = {
  epoch: number
  /** That of before the check. */
  before_epoch: number
  state: 'steady' | 'checking'
  cause: Cause | null
  beat: number
  /** When the database last knew that a process ran, in microseconds since 1970. */
  beat_us: number
  /** How long ago that was. */
  beat_age_ms: number
  awaited: string[]
  /** How long ago the last check began; null: there was none. */
  checking_ms: number | null
  /** When that was, in microseconds since 1970. */
  checked_us: number | null
  /** No process has used the database so far. */
  is_new: boolean
  /** Another server, timeline, database or table than the last check was about. */
  is_other: boolean
}

export async function readGuard(app: App, lock = false): Promise<Guard> {
  const { rows } = await sql<Guard>`
    select epoch, before_epoch, state, cause, beat, (extract(epoch from beat_at) * 1000000)::bigint as beat_us, awaited,
      extract(epoch from clock_timestamp() - beat_at)::float8 * 1000 as beat_age_ms,
      extract(epoch from clock_timestamp() - checking_at)::float8 * 1000 as checking_ms,
      (extract(epoch from checking_at) * 1000000)::bigint as checked_us,
      identity is null as is_new, identity is distinct from ${databaseIdentity} as is_other
    from database_guard ${lock ? sql`for update` : sql``}`.execute(app.db)
  return rows[0]!
}

/** Which state of the database a process has seen: beats of a later epoch are later, whatever their number. */
export type Seen = { epoch: number; beat: number }
export type Beat = Seen & { us: number }

export const isBefore = (one: Seen, other: Seen): boolean =>
  one.epoch < other.epoch || (one.epoch === other.epoch && one.beat < other.beat)

/**
 * Notes that this process runs. Undefined where the database is not what it was: another one, behind what this process
 * has seen, or being compared.
 */
export async function beatOnce(
  app: App,
  journal: { id: string; machine: string },
  seen: Seen,
): Promise<Beat | undefined> {
  const { rows } = await sql<Beat>`
    with beat as (
      update database_guard set beat = beat + 1, beat_at = clock_timestamp(), identity = ${databaseIdentity}
      where state = 'steady' and coalesce(identity, ${databaseIdentity}) = ${databaseIdentity} and (epoch, beat) >= (${seen.epoch}::int, ${seen.beat}::bigint)
      returning beat, epoch, (extract(epoch from beat_at) * 1000000)::bigint as us
    ),
    journal as (
      insert into journals (id, machine, epoch) select ${journal.id}, ${journal.machine}, epoch from beat
      on conflict (id) do update set beat_at = clock_timestamp(), epoch = excluded.epoch, machine = excluded.machine
    )
    select * from beat`.execute(app.db)
  return rows[0]
}

/** Journals that were written to within this of the last beat have to be compared. */
const recentMinutes = 10

/**
 * Stops all lanes until the journals were compared, and lets ids continue far above those that may have been given out.
 * @param seen what this process has seen: the new epoch is later.
 * @returns whether this process was the one that began it.
 */
export async function beginCheck(app: App, guard: Guard, cause: Cause, seen: Seen): Promise<boolean> {
  // Killed in between, it begins again: no check is under way whose ids were not moved.
  return await app.transaction(async (tx) => {
    const { rows } = await sql<{ is_restart: boolean }>`
    with before as (select identity from database_guard)
    update database_guard g set epoch = greatest(epoch, ${seen.epoch}) + 1, before_epoch = epoch, identity = ${databaseIdentity}, state = 'checking', cause = ${cause},
      checking_at = clock_timestamp(),
      awaited = array(select id from journals where beat_at > g.beat_at - ${recentMinutes} * interval '1 minute')
    from before where epoch = ${guard.epoch} and state = ${guard.state}
    returning array_to_string((string_to_array(before.identity, '/'))[1:4], '/')
      = array_to_string((string_to_array(g.identity, '/'))[1:4], '/') as is_restart`.execute(tx.db)
    if (rows.length === 0) return false
    // A crash of the same server loses less than a second.
    await moveIdsAhead(tx, cause === 'moved' && rows[0]!.is_restart)
    return true
  })
}

/** Above every id that may have been given out and forgotten. Ids stay below 2^53 for millions of restores. */
async function moveIdsAhead(app: App, isSmall: boolean): Promise<void> {
  const step = isSmall ? sql`10000` : sql`least(1000000000, greatest(1000000, 10 * coalesce(last_value, 0)))`
  await sql`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + ${step})
    from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype`.execute(app.db)
}
