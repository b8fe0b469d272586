import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Deletes one lead. What they said about consent stays, under their number. */
export async function deleteLead(app: App, businessId: number, id: number): Promise<boolean> {
  return await app.transaction(async (tx) => {
    await sql`
      update consent_changes set lead_id = null where business_id = ${businessId} and lead_id = ${id}`.execute(
      tx.db,
    )
    const { rows } = await sql`
      delete from leads where business_id = ${businessId} and id = ${id} returning 1`.execute(tx.db)
    return rows.length > 0
  })
}
