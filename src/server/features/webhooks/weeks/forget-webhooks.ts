import { sql } from 'kysely'
import type { App } from '#server/app.ts'

const batchRows = 1_000

/** What was removed. */
type Removed = { removed: number; bytes: number }

/**
 * Deletes stored webhooks from before a moment. What they did stays: statuses, replies, opt-outs and their proofs are
 * rows of their own. Those that wait to be applied, or could not be, stay too.
 */
export async function forgetWebhooks(app: App, before: Date, signal?: AbortSignal): Promise<Removed> {
  const total = { removed: 0, bytes: 0 }
  let cursor = 0
  while (!signal?.aborted) {
    const { rows } = await sql<{ last: number | null; looked: number; removed: number; bytes: number }>`
      with oldest as (
        select id, received_at, problem from webhook_events where id > ${cursor} order by id limit ${batchRows}
      ), gone as (
        delete from webhook_events where id in (
          select id from oldest where received_at < ${before} and problem is distinct from 'not_applied'
            and not exists (select from webhook_queue where webhook_queue.id = oldest.id))
        returning octet_length(body) as size
      )
      select (select max(id) from oldest where received_at < ${before}) as last,
        (select count(*)::int from oldest where received_at < ${before}) as looked,
        count(*)::int as removed, coalesce(sum(size), 0)::bigint as bytes from gone`.execute(app.db)
    const { last, looked, removed, bytes } = rows[0] ?? { last: null, looked: 0, removed: 0, bytes: 0 }
    total.removed += removed
    total.bytes += bytes
    if (last === null || looked < batchRows) return total
    cursor = last
  }
  return total
}
