import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { dropFiles, hashesOf } from './drop-files.ts'

const batchRows = 500

/** Removes the content of chat files from before a moment; the message stays and says that its file was removed. */
export async function forgetChatFiles(
  app: App,
  before: Date,
  signal?: AbortSignal,
): Promise<{ removed: number; bytes: number }> {
  const total = { removed: 0, bytes: 0 }
  const old = sql`hash is not null and state = 'ready' and created_at < ${before}`
  const { rows: businesses } = await sql<{ id: number }>`
    select distinct business_id as id from chat_files where ${old}`.execute(app.db)
  for (const { id } of businesses) {
    for (let more = true; more && !signal?.aborted; ) {
      const files = await app.transaction((tx) => forgetOf(tx, id, old))
      total.removed += files.length
      for (const { bytes } of files) total.bytes += bytes
      more = files.length === batchRows
    }
  }
  return total
}

type Forgotten = { hash: Buffer; small_hash: Buffer | null; bytes: number }

/** The next files of a business. @returns what they were. */
async function forgetOf(tx: App, businessId: number, old: RawBuilder<unknown>): Promise<Forgotten[]> {
  const { rows } = await sql<Forgotten>`
    with old as materialized (
      select id, hash, small_hash from chat_files where business_id = ${businessId} and ${old}
      limit ${batchRows} for update skip locked
    )
    update chat_files f set hash = null, small_hash = null, small_bytes = null, state = 'failed', reason = 'removed'
    from old
    where f.business_id = ${businessId} and f.id = old.id
    returning old.hash, old.small_hash, coalesce(f.bytes, 0)::bigint as bytes`.execute(tx.db)
  if (rows.length > 0) await tx.enqueue(dropFiles, { business_id: businessId, hashes: hashesOf(rows) })
  return rows
}
