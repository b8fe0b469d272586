import { sql } from 'kysely'
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
  for (let more = true; more && !signal?.aborted; ) {
    more = await app.transaction(async (tx) => {
      const { rows } = await sql<{
        business_id: number
        hash: Buffer
        small_hash: Buffer | null
        bytes: number
      }>`
        with old as materialized (
          select business_id, id, hash, small_hash from chat_files
          where hash is not null and state = 'ready' and created_at < ${before}
          limit ${batchRows} for update skip locked
        )
        update chat_files f set hash = null, small_hash = null, small_bytes = null, state = 'failed', reason = 'removed'
        from old
        where f.business_id = old.business_id and f.id = old.id
        returning f.business_id, old.hash, old.small_hash, coalesce(f.bytes, 0)::bigint as bytes`.execute(
        tx.db,
      )
      for (const [business_id, files] of Map.groupBy(rows, (row) => row.business_id))
        await tx.enqueue(dropFiles, { business_id, hashes: hashesOf(files) })
      total.removed += rows.length
      for (const { bytes } of rows) total.bytes += bytes
      return rows.length === batchRows
    })
  }
  return total
}
