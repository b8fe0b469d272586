import { sql } from 'kysely'
import { archivedMessagesTo, archiveMessages } from '#server/features/messages/messages.ts'
import { openBench } from '../open-bench.ts'

export type ArchiveFigures = {
  messages: number
  /** Messages moved into the archive by one process. */
  perSecond: number
  /** The same rows anonymised by one bare statement, nothing packed. */
  rawPerSecond: number
  /** What a message takes in the archive, and what its row took before and takes after, without indexes. */
  archiveBytes: number
  rowBytesBefore: number
  rowBytesAfter: number
  /** Everything of one person found in the whole archive. */
  personSeconds: number
}

const agoDays = 400

/** Sent and read messages of a year ago move into the archive. */
export async function benchArchive(messages: number): Promise<ArchiveFigures> {
  const bench = await openBench()
  const { app, businessId } = bench
  try {
    await bench.plan(messages)
    await sql`update dispatches set drained_at = now()`.execute(app.db)
    await sql`
      update messages set status = 'read', attempts = 1, created_at = now() - ${agoDays} * interval '1 day',
        claimed_at = now(), accepted_at = now(), sent_at = now(), delivered_at = now(), read_at = now(),
        webhook_event_ids = array[id, id + 1, id + 2],
        wamid = 'wamid.HBgMOTE5ODAwMDAwMDAwFQIAERgS' || upper(substr(md5(id::text), 1, 18)) || 'AA=='`.execute(
      app.db,
    )
    const rowBytes = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select avg(pg_column_size(m.*))::float8 as bytes from (select * from messages limit 10000) m`.execute(
        app.db,
      )
      return rows[0]!.bytes
    }
    const rowBytesBefore = await rowBytes()
    const { rows: address } = await sql<{ phone: string }>`
      select recipient_phone as phone from messages order by id limit 1`.execute(app.db)
    const start = performance.now()
    const { removed } = await archiveMessages(app, new Date(Date.now() - (agoDays - 100) * 86_400_000))
    const seconds = (performance.now() - start) / 1000
    if (removed !== messages) throw new Error(`${removed} of ${messages} are in the archive`)
    const { rows: kept } = await sql<{ messages: number; bytes: number }>`
      select sum(messages)::int as messages, sum(octet_length(packed))::float8 as bytes from message_archives`.execute(
      app.db,
    )
    if (kept[0]!.messages !== messages) throw new Error(`the archive has ${kept[0]!.messages}`)
    const rowBytesAfter = await rowBytes()
    const search = performance.now()
    const found = await archivedMessagesTo(app, businessId, [address[0]!.phone])
    if (found.length !== 1) throw new Error(`${found.length} messages of one person`)
    const personSeconds = (performance.now() - search) / 1000
    await sql`vacuum analyze messages`.execute(app.db)
    const rawStart = performance.now()
    await sql`update messages set recipient_phone = 'gone:' || id, variables = '{}'`.execute(app.db)
    return {
      messages,
      perSecond: messages / seconds,
      rawPerSecond: messages / ((performance.now() - rawStart) / 1000),
      archiveBytes: kept[0]!.bytes / messages,
      rowBytesBefore,
      rowBytesAfter,
      personSeconds,
    }
  } finally {
    await bench.close()
  }
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchArchive(Number(process.argv[2] ?? 200_000)), null, 2)}\n`)
}
