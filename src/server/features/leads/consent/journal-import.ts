import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { journalListed } from './journaled.ts'

const batchRows = 1000

/** Keeps the opt-outs that a file stated in the journal. Doing it twice changes nothing. */
export async function journalImport(app: App, businessId: number, importId: number): Promise<void> {
  for (let cursor = 0; ; ) {
    const { rows } = await sql<{ id: number; phone: string; at: Date; source: string }>`
      select id, phone, at, source from consent_changes
      where business_id = ${businessId} and id > ${cursor} and import_id = ${importId} and consent = 'opted_out'
        and phone is not null
      order by id limit ${batchRows}`.execute(app.db)
    for (const [, same] of Map.groupBy(rows, ({ source, at }) => `${source} ${at.getTime()}`)) {
      const { source, at } = same[0]!
      const phones = same.map(({ phone }) => phone)
      await journalListed(app, businessId, phones, { source, at })
    }
    const last = rows.at(-1)
    if (!last || rows.length < batchRows) return
    cursor = last.id
  }
}
