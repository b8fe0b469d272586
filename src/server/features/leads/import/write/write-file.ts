import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { lookForCluster } from '#server/platform/by-whole-key.ts'
import { csvHeader, csvRow } from '#server/platform/csv.ts'
import { notify } from '#server/platform/notify.ts'
import { DatabaseClient } from '#server/platform/sql/failover-client.ts'
import type { Tables } from '#server/tables.ts'
import { erasedByKey, hasErased, lockErasures } from '../../people/erased.ts'
import { ownSpellings } from '../../people/own-spelling.ts'
import type { Unreadable } from '../../phone/phone.ts'
import { type MergeOptions, mergeFrom } from '../../records/merge.ts'
import { sumOf } from '../../records/reason-counts.ts'
import { copyIncoming, copyPieces, incomingTable } from './copy-text.ts'
import { type Chunk, chunksOf, type FileTask } from './file-chunks.ts'

export type WriteTask = FileTask & {
  task: 'write'
  importId: number
  tag: string
  consent: { state: 'opted_in' | 'none'; source?: string }
  userId: number | null
  /** Stamped on every lead it touches; milliseconds. */
  at: number
  /** Where the rejected rows go, as CSV. */
  rejectsPath: string
}

/** How a write ended: all rows decided; stopped by the person; or another process is at it. */
export type WriteEnd = 'written' | 'stopped' | 'taken'

/** Imports say on this channel that they moved: `<business id>:<import id>`. */
export const importsChannel = 'lead_imports'

type Connection = { pool: pg.Pool; db: Kysely<Tables> }

/**
 * Writes a file into the leads, chunk by chunk: COPY into a temporary table, one set-based merge, one commit, and
 * in the same commit how many rows of the file are decided. Killed in between, it goes on after the last
 * commit and the books still add up. While the database merges one chunk the next is read.
 */
export async function writeFile(task: WriteTask): Promise<WriteEnd> {
  // One connection, so that the temporary table and the lock are always on the one in use.
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString: task.databaseUrl,
    max: 1,
    // A file that is taken up again is read for longer than this before it has anything to write; the table and the
    // lock would be gone with the connection.
    idleTimeoutMillis: 0,
    application_name: 'tidings import',
    // Losing the last commits in a crash only means to merge them again.
    options: '-c synchronous_commit=off',
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await write(task, { pool, db })
  } finally {
    await db.destroy()
  }
}

async function write(task: WriteTask, connection: Connection): Promise<WriteEnd> {
  const { pool } = connection
  const lock = await pool.query<{ free: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as free',
    [`lead import ${task.importId}`],
  )
  if (!lock.rows[0]?.free) return 'taken'
  await lookForCluster(pool)
  await pool.query(incomingTable)
  const start = await pool.query<{ rows_done: number; erased: number }>(
    `select rows_done, coalesce((reasons #>> '{skipped,erased}')::int, 0) as erased from lead_imports where business_id = $1 and id = $2`,
    [task.businessId, task.importId],
  )
  const erased = { rows: start.rows[0]?.erased ?? 0 }
  let rowsDone = start.rows[0]?.rows_done ?? 0
  const rejects = await openRejects(task)
  try {
    let committing: Promise<boolean> = Promise.resolve(true)
    const chunks = chunksOf({
      file: task.file,
      names: task.names,
      fields: task.fields,
      zone: task.zone,
      settings: task.settings,
      tag: task.tag,
      consent: task.consent.state,
      rows: task.rows,
      onReject: rejects.add,
    })
    for await (const chunk of chunks) {
      await rejects.flush()
      if (chunk.rows <= rowsDone) continue
      const incoming = incomingOf(chunk)
      if (!(await committing)) return 'stopped'
      const before = rowsDone
      committing = commit(task, connection, incoming, { rowsBefore: before, erased })
      // It is awaited with the next chunk; until then a failure must not count as unhandled.
      committing.catch(() => undefined)
      rowsDone = chunk.rows
    }
    if (!(await committing)) return 'stopped'
    await tidy(connection, rowsDone)
    return 'written'
  } finally {
    await rejects.close()
  }
}

/** A chunk on its way into the database: its leads are COPY's text already, and no objects any more. */
type Incoming = Pick<Chunk, 'rows' | 'reasons'> & { pieces: Buffer[]; hasRepeats: boolean }

function incomingOf({ leads, rows, reasons }: Chunk): Incoming {
  const taken = leads.splice(0)
  return { rows, reasons, pieces: copyPieces(taken), hasRepeats: taken.some(({ again }) => again) }
}

/** Merges a chunk and moves the import's books, in one commit. @returns false when the import is to stop. */
async function commit(
  task: WriteTask,
  { pool, db }: Connection,
  incoming: Incoming,
  { rowsBefore, erased }: { rowsBefore: number; erased: { rows: number } },
): Promise<boolean> {
  await copy(pool, incoming.pieces)
  const options: MergeOptions = {
    source: 'csv',
    at: new Date(task.at),
    consentSource: 'import',
    consentDetails: task.consent.source ?? null,
    userId: task.userId,
    importId: task.importId,
  }
  for (let attempt = 1; ; attempt++) {
    try {
      let rowsErased = 0
      const isDone = await db.transaction().execute(async (tx) => {
        rowsErased = erased.rows + (await dropErased(tx, task))
        await respell(tx, task)
        const rows = incoming.hasRepeats
          ? sql`(select * from incoming where not again) as i`
          : sql`incoming as i`
        const { created, updated } = await mergeFrom(tx, task.businessId, rows, options)
        if (incoming.hasRepeats) {
          await mergeFrom(tx, task.businessId, sql`(select * from incoming where again) as i`, options)
        }
        if (!(await addCounts(tx, task, incoming, { rowsBefore, created, updated, rowsErased }))) throw stop
        await notify(tx, importsChannel, `${task.businessId}:${task.importId}`)
        return true
      })
      erased.rows = rowsErased
      return isDone
    } catch (error) {
      if (error === stop) return false
      // Two at once touched the same people in another order; one gives way and tries again.
      if ((error as { code?: string }).code !== '40P01' || attempt === 5) throw error
    }
  }
}

/** Who is a lead by the other spelling of their number is that lead. */
async function respell(tx: Kysely<Tables>, { businessId }: WriteTask): Promise<void> {
  const { rows } = await sql<{ phone: string }>`
    select distinct phone from incoming where phone ~ '^[+]5[245]'`.execute(tx)
  const phones = rows.map(({ phone }) => phone)
  const own = await ownSpellings(tx, businessId, phones)
  if (own.size === 0) return
  await sql`
    update incoming set phone = o.own
    from unnest(${[...own.keys()]}::text[], ${[...own.values()]}::text[]) o (phone, own)
    where incoming.phone = o.phone`.execute(tx)
}

/** People who asked to be erased stay out. @returns how many rows they are; repeats of a row are counted as such. */
async function dropErased(tx: Kysely<Tables>, { businessId, erasureKey }: WriteTask): Promise<number> {
  await lockErasures(tx, businessId, 'share')
  if (!(await hasErased(tx, businessId))) return 0
  // By themselves: a cluster does not join a table of this session with one of its nodes here.
  const { rows: phones } = await sql<{ phone: string }>`select distinct phone from incoming`.execute(tx)
  const addresses = phones.map(({ phone }) => phone)
  const erased = await erasedByKey(tx, businessId, Buffer.from(erasureKey), addresses)
  const { rows } = await sql<{ again: boolean }>`
    delete from incoming where phone = any(${[...erased.keys()]}::text[]) returning again`.execute(tx)
  return rows.filter(({ again }) => !again).length
}

const stop = new Error('the import is no longer running')

async function copy(pool: pg.Pool, pieces: Buffer[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('truncate incoming')
    await pipeline(pieces, client.query(copyFrom(copyIncoming)))
    pieces.length = 0
    await client.query('analyze incoming')
  } finally {
    client.release()
  }
}

async function addCounts(
  tx: Kysely<Tables>,
  task: WriteTask,
  chunk: Pick<Chunk, 'rows' | 'reasons'>,
  {
    rowsBefore,
    created,
    updated,
    rowsErased,
  }: { rowsBefore: number; created: number; updated: number; rowsErased: number },
): Promise<boolean> {
  const reasons = {
    ...chunk.reasons,
    skipped: { ...chunk.reasons.skipped, ...(rowsErased > 0 && { erased: rowsErased }) },
  }
  const moved = await tx
    .updateTable('lead_imports')
    .from(sql<{ at: Date }>`(select clock_timestamp() as at)`.as('clock'))
    .set((row) => ({
      rows_done: chunk.rows,
      created: row('created', '+', created),
      updated: row('updated', '+', updated),
      skipped: sumOf(reasons.skipped),
      rejected: sumOf(reasons.rejected),
      reasons: JSON.stringify(reasons),
      progressed_at: row.ref('clock.at'),
    }))
    .where('business_id', '=', task.businessId)
    .where('id', '=', task.importId)
    .where('status', '=', 'running')
    .where('rows_done', '=', rowsBefore)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}

/** After many rows: fresh statistics, and the tags' pending list moved into their index. */
async function tidy({ pool }: Connection, rows: number): Promise<void> {
  if (rows < 10_000) return
  await pool.query('analyze leads')
  await pool.query("select move_pending_entries('leads_tags')")
}

type Rejects = {
  add: (cells: readonly string[], why: Unreadable) => void
  flush: () => Promise<void>
  close: () => Promise<void>
}

/** The rejected rows as they were, each with the code of its reason; see `readRejects`. */
async function openRejects({ rejectsPath, names }: WriteTask): Promise<Rejects> {
  const file = await open(rejectsPath, 'w', 0o600)
  let rows = [csvHeader([...names, 'Problem'])]
  return {
    add(cells, why) {
      rows.push(csvRow([...names.map((_, at) => cells[at]), JSON.stringify(why)]))
    },
    async flush() {
      if (rows.length === 0) return
      await file.appendFile(rows.join(''))
      rows = []
    },
    async close() {
      await file.close()
    },
  }
}
