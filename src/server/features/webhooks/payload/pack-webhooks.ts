import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { packBody } from '#server/providers/meta/webhooks/packed-body.ts'

const batchRows = 500

/** What was packed, and the bytes of disk that it takes less. */
type Packed = { packed: number; saved: number }

/**
 * Packs the bodies of stored webhooks from before a moment, in the order they came. Those that wait or could not be
 * applied stay as they are. Each batch is kept by itself, with how far it came.
 */
export async function packWebhooks(app: App, before: Date, signal?: AbortSignal): Promise<Packed> {
  const total = { packed: 0, saved: 0 }
  while (!signal?.aborted) {
    const batch = await packBatch(app, before)
    total.packed += batch.packed
    total.saved += batch.saved
    if (batch.isLast) break
  }
  return total
}

async function packBatch(app: App, before: Date): Promise<Packed & { isLast: boolean }> {
  return await app.transaction(async (tx) => {
    // Locked: whoever takes a person out of a body waits, and changes what is packed.
    const { rows } = await sql<{ id: number; body: Buffer; is_done: boolean }>`
      select e.id, e.body, e.packed_from is null and e.problem is distinct from 'not_applied'
        and not exists (select from webhook_queue q where q.id = e.id) as is_done
      from webhook_events e
      where e.id > coalesce((select packed_to from webhook_packing), 0) and e.received_at < ${before}
      order by e.id limit ${batchRows} for update of e`.execute(tx.db)
    const [first, last] = [rows[0], rows.at(-1)]
    if (!first || !last) return { packed: 0, saved: 0, isLast: true }
    const done = await Promise.all(
      rows
        .filter(({ is_done }) => is_done)
        .map(async ({ id, body }) => ({ id, body, packed: await packBody(body) })),
    )
    const smaller = done.filter(({ body, packed }) => packed.length < body.length)
    await sql`
      update webhook_events e set body = p.body, packed_from = octet_length(e.body)
      from unnest(${smaller.map(({ id }) => id)}::bigint[], ${smaller.map(({ packed }) => packed)}::bytea[]) as p (id, body)
      where e.id = p.id and e.id between ${first.id} and ${last.id}`.execute(tx.db)
    await sql`
      insert into webhook_packing (packed_to) values (${last.id})
      on conflict (singleton) do update set packed_to = excluded.packed_to`.execute(tx.db)
    return {
      packed: smaller.length,
      saved: smaller.reduce((sum, { body, packed }) => sum + body.length - packed.length, 0),
      isLast: rows.length < batchRows,
    }
  })
}
