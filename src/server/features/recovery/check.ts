import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { holdForOwner } from '#server/features/campaigns/campaigns.ts'
import { restoreConsent } from '#server/features/leads/leads.ts'
import {
  doubtQueued,
  doubtSilence,
  hasUnknownClaims,
  restoreClaims,
  sweepJob,
} from '#server/features/messages/messages.ts'
import { restoreErasures } from '#server/features/privacy/privacy.ts'
import { pauseAllSequences } from '#server/features/sequences/sequences.ts'
import { type Guard, isBefore, readGuard, type Seen } from './guard-row.ts'

/**
 * Longer than a lane may send after its last confirmation: whatever leaves by a claim of before is in the journals when
 * they are read.
 */
const leasesEndMs = 3_000
/** A journal that nobody has begun to compare by then counts as missing. */
const patienceMs = 30_000
/** Claims and beats are committed at about the time that they say. */
const marginUs = 60_000_000
/** Clocks of files and of the database may differ by so much. */
const clocksDifferMs = 10 * 60_000
/** Where the database is further behind, other things than messages are lost too: only the owner can know what is still wanted. */
const goesOnWithinMs = 60_000

/** One step of a check, as far as this process can go with it. @returns whether the check is over. */
export async function advanceCheck(app: App, guard: Guard, machine: string): Promise<boolean> {
  if ((guard.checking_ms ?? 0) < leasesEndMs) return false
  await compareJournal(app, guard, machine)
  return await finishCheck(app)
}

/** Beats among a journal's lines: the first that is left, and the last. */
function beatsOf({ journal }: App): { firstUs: number; last: Seen & { us: number } } {
  const beats = beatsAmong(journal.edges().flatMap(({ first, last }) => [first, ...last]))
  return {
    firstUs: beats.reduce((least, { us }) => Math.min(least, us), Number.POSITIVE_INFINITY),
    last: beats.reduce((last, one) => (isBefore(last, one) ? one : last), { beat: 0, us: 0, epoch: 0 }),
  }
}

const beatsAmong = (lines: readonly string[]): (Seen & { us: number })[] =>
  lines
    .map((line) => line.split(' '))
    .filter(([kind]) => kind === 'beat')
    .map(([, beat, us, epoch]) => ({ beat: Number(beat), us: Number(us), epoch: Number(epoch) }))

/** The latest state of the database that any process of this data folder has seen. */
export const lastSeen = (app: App): Seen => beatsOf(app).last

/** Since when the database may lack what a journal shows, in microseconds since 1970. */
const sinceOf = ({ beat, beat_us }: Guard): number => (beat === 0 ? 0 : beat_us - marginUs)
/** The machine's clock may be wrong: a file is left out only where the times that the database gave it are old as well. */
const linesSince = ({ journal }: App, since: number, wants?: (line: string) => boolean) =>
  journal.read(
    ({ writtenMs, last }) =>
      writtenMs < since / 1000 - clocksDifferMs &&
      (beatsAmong(last()).at(-1)?.us ?? since) < since - marginUs,
    wants,
  )

/** Whether the database lacks something that left after the last beat or the last check, before this process began. */
export async function lacksClaims(app: App, guard: Guard): Promise<boolean> {
  const since = Math.max(sinceOf(guard), guard.checked_us ?? 0)
  return await hasUnknownClaims(app, (wants) => linesSince(app, since, wants), since)
}

/** Restores from this folder's journal what the database lost; once in a check, by one process of the folder. */
async function compareJournal(app: App, guard: Guard, machine: string): Promise<void> {
  const { epoch, before_epoch, beat, beat_us } = guard
  const { id } = app.journal
  await app.transaction(async (tx) => {
    await sql`
      insert into journals (id, machine, epoch) values (${id}, ${machine}, 0) on conflict (id) do nothing`.execute(
      tx.db,
    )
    // Whoever has the row compares: a large journal takes minutes.
    const { rows } = await sql`
      select from journals where id = ${id} and epoch < ${epoch} for update skip locked`.execute(tx.db)
    if (rows.length === 0) return
    const own = beatsOf(tx)
    const since = sinceOf(guard)
    const lines = (wants?: (line: string) => boolean) => linesSince(tx, since, wants)
    const found = await restoreClaims(tx, lines, since)
    for (const { businessId, unknown, accepted, withoutRow } of found) {
      await addToRecovery(tx, businessId, epoch, beat_us, { unknown, accepted, withoutRow })
    }
    // Before what people said: of who was erased and came back, the later word counts.
    const lost = new Set<number>()
    await restoreErasures(tx, lines(), since, lost)
    for (const { businessId, optOuts } of await restoreConsent(tx, lines(), since, lost)) {
      await addToRecovery(tx, businessId, epoch, beat_us, { optOuts })
    }
    if (lost.size > 0) await noteLost(tx, guard, [...lost])
    // What left since the last beat shows by itself.
    const isBehind = found.length > 0 || isBefore({ epoch: before_epoch, beat }, own.last)
    const behind = isBehind ? Math.max(1, Math.ceil((own.last.us - beat_us) / 1000)) : 0
    await sql`
      update journals set epoch = ${epoch}, behind_ms = ${behind}, reaches = ${own.firstUs <= beat_us}
      where id = ${id}`.execute(tx.db)
  })
}

/** What people said cannot be read where its key is gone: the owners are asked. */
async function noteLost(tx: App, { epoch, beat_us }: Guard, lost: readonly number[]): Promise<void> {
  tx.log.error(
    { epoch, businesses: lost },
    'opt-outs, opt-ins or erasures in the journal need an encryption key that is gone; campaigns wait for their owners',
  )
  const { rows } = await sql<{ id: number }>`
    select id from businesses where id = any(${lost}::bigint[])`.execute(tx.db)
  for (const { id } of rows) await addToRecovery(tx, id, epoch, beat_us, { missing: true })
}

type Counts = {
  unknown?: number
  accepted?: number
  withoutRow?: number
  optOuts?: number
  held?: number
  missing?: boolean
}

async function addToRecovery(
  tx: App,
  businessId: number,
  epoch: number,
  backToUs: number,
  { unknown = 0, accepted = 0, withoutRow = 0, optOuts = 0, held = 0, missing = false }: Counts,
): Promise<void> {
  if (unknown + accepted + withoutRow + optOuts + held === 0 && !missing) return
  await sql`
    insert into recoveries as r (business_id, epoch, back_to, unknown, accepted, without_row, opt_outs, held, missing)
    values (${businessId}, ${epoch}, 'epoch'::timestamptz + ${backToUs} * interval '1 microsecond',
      ${unknown}, ${accepted}, ${withoutRow}, ${optOuts}, ${held}, ${missing})
    on conflict (business_id, epoch) do update set unknown = r.unknown + excluded.unknown,
      accepted = r.accepted + excluded.accepted, without_row = r.without_row + excluded.without_row,
      opt_outs = r.opt_outs + excluded.opt_outs, held = r.held + excluded.held,
      missing = r.missing or excluded.missing`.execute(tx.db)
}

/** Lets the lanes go on once all journals were compared, or after the time that a missing one is waited for. */
async function finishCheck(app: App): Promise<boolean> {
  const done = await app.transaction(async (tx) => {
    const guard = await readGuard(tx, true)
    if (guard.state === 'steady') return { epoch: guard.epoch }
    const { rows: journals } = await sql<{ id: string; machine: string; is_compared: boolean }>`
      select id, machine, epoch = ${guard.epoch} and reaches as is_compared from journals
      where id = any(${guard.awaited}::uuid[]) and not (epoch = ${guard.epoch} and reaches)`.execute(tx.db)
    const missing = journals.map(({ machine }) => machine)
    const mayCome = sql`select from journals where id = any(${guard.awaited}::uuid[]) and epoch < ${guard.epoch}`
    const { rows: later } = await mayCome.execute(tx.db)
    const { rows: idle } = await sql`${mayCome} for update skip locked`.execute(tx.db)
    if (idle.length < later.length) return undefined
    if (later.length > 0 && (guard.checking_ms ?? 0) < patienceMs) return undefined
    const { rows } = await sql<{ behind: number | null }>`
      select max(behind_ms) as behind from journals where epoch = ${guard.epoch}`.execute(tx.db)
    const behindMs = Number(rows[0]?.behind ?? 0)
    if (behindMs > 0 || missing.length > 0) await doubtSilence(tx)
    const { rows: unread } = await sql`
      select from recoveries where epoch = ${guard.epoch} and missing limit 1`.execute(tx.db)
    if (behindMs > goesOnWithinMs || missing.length > 0 || unread.length > 0)
      await askOwners(tx, guard, missing.length > 0)
    await sql`update database_guard set state = 'steady', awaited = '{}'`.execute(tx.db)
    await tx.enqueue(sweepJob, {})
    return { epoch: guard.epoch, behindMs, missing }
  })
  if (!done) return false
  if (done.missing) report(app, done)
  return true
}

/** Nothing that was planned goes on by itself. */
async function askOwners(tx: App, guard: Guard, isMissing: boolean): Promise<void> {
  const backTo = new Date(guard.beat_us / 1000)
  if (isMissing) {
    for (const { business_id, unknown } of await doubtQueued(tx))
      await addToRecovery(tx, business_id, guard.epoch, guard.beat_us, { unknown, missing: true })
  }
  for (const { businessId, held } of await holdForOwner(tx, backTo))
    await addToRecovery(tx, businessId, guard.epoch, guard.beat_us, { held, missing: isMissing })
  const { rows } = await sql<{ id: number }>`select id from businesses order by id`.execute(tx.db)
  for (const { id } of rows) await pauseAllSequences(tx, { businessId: id })
}

function report(
  { log }: App,
  { epoch, behindMs = 0, missing = [] }: { epoch: number; behindMs?: number; missing?: string[] },
): void {
  if (missing.length > 0) {
    log.error(
      { epoch, behindMs, missing },
      'the database was moved or restored, and the record of what was sent since is missing; campaigns wait for their owners',
    )
  } else if (behindMs > 0) {
    log.error({ epoch, behindMs }, 'the database went back; what it lost was restored from the journal')
  } else log.warn({ epoch }, 'another database server answers; nothing that was sent is missing in it')
}
