import { sql } from 'kysely'
import { applyStatuses, type ReceivedStatus } from '#server/features/messages/messages.ts'
import { callbackData, installTag } from '#server/features/messages/model/callback-data.ts'
import { openBench } from '../open-bench.ts'

export type StatusFigures = {
  /** Rows in the table while it is measured. */
  rows: number
  statuses: number
  perSecond: number
  /** `update … set note = note` of the same rows by primary key, in sets as large. */
  rawPerSecond: number
  /** Of the updates, how many stayed within their page. */
  hotShare: number
}

const inSet = 1000

/** Statuses of sent messages applied in sets: sent, delivered and read of each, every set one status of its people. */
export async function benchStatuses(rows: number, messages = 40_000): Promise<StatusFigures> {
  const bench = await openBench()
  const { app, phoneNumberId } = bench
  try {
    await bench.plan(rows)
    await sql`insert into lanes (business_id, phone_number_id) values (${bench.businessId}, ${phoneNumberId})
      on conflict do nothing`.execute(app.db)
    await sql`set statement_timeout = 0`.execute(app.db)
    const first = Math.floor(rows / 2)
    await sql`update messages set status = 'sent', attempts = 1, claimed_at = now(), accepted_at = now(),
      wamid = 'wamid.HBgMOTE5ODAwMDAwMDAwFQIAERgSMTIzNDU2Nzg5MEFC' || id
      where id between ${first} and ${first + messages - 1}`.execute(app.db)
    await sql`vacuum analyze messages`.execute(app.db)
    const tag = installTag(app)
    const start = performance.now()
    for (const status of ['sent', 'delivered', 'read'] as const) {
      for (let from = 0; from < messages; from += inSet) {
        const events = Array.from({ length: inSet }, (_, index): ReceivedStatus => {
          const id = first + from + index
          return {
            kind: 'status',
            businessId: bench.businessId,
            wabaId: '1',
            phoneNumberId,
            wamid: `wamid.HBgMOTE5ODAwMDAwMDAwFQIAERgSMTIzNDU2Nzg5MEFC${id}`,
            status,
            callbackData: callbackData(tag, id, 1),
            at: Date.now(),
            webhookEventId: from + index,
            pricing: { category: 'marketing', type: 'regular' },
          }
        })
        await applyStatuses(app, events)
      }
    }
    const perSecond = (messages * 3) / ((performance.now() - start) / 1000)
    const { rows: moved } = await sql<{ hot: number; all: number }>`
      select n_tup_hot_upd::float8 as hot, n_tup_upd::float8 as all from pg_stat_user_tables where relname = 'messages'`.execute(
      app.db,
    )
    const { rows: check } = await sql<{
      read: number
    }>`select count(*)::int as read from messages where status = 'read'`.execute(app.db)
    if (check[0]!.read !== messages) throw new Error(`${check[0]!.read} of ${messages} are read`)
    const rawStart = performance.now()
    for (let from = 0; from < messages; from += inSet) {
      const ids = Array.from({ length: inSet }, (_, index) => first + from + index)
      await sql`update messages m set provider_status = 'x' from unnest(${ids}::bigint[]) as e (id)
        where m.business_id = ${bench.businessId} and m.id = e.id`.execute(app.db)
    }
    const rawPerSecond = messages / ((performance.now() - rawStart) / 1000)
    return { rows, statuses: messages * 3, perSecond, rawPerSecond, hotShare: moved[0]!.hot / moved[0]!.all }
  } finally {
    await bench.close()
  }
}

if (import.meta.main) {
  process.stdout.write(
    `${JSON.stringify(await benchStatuses(Number(process.argv[2] ?? 200_000)), null, 2)}\n`,
  )
}
