import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Removes the proofs of a person. Inside a transaction. */
export async function eraseOptins(
  tx: App,
  businessId: number,
  { addresses, leadIds }: { addresses: readonly string[]; leadIds: readonly number[] },
): Promise<void> {
  await sql`set local tidings.erasing = 'on'`.execute(tx.db)
  await sql`
    delete from optin_proofs where business_id = ${businessId}
      and (address = any(${[...addresses]}::text[]) or lead_id = any(${[...leadIds]}::bigint[]))`.execute(
    tx.db,
  )
  await sql`delete from optin_confirmations
    where business_id = ${businessId} and address = any(${[...addresses]}::text[])`.execute(tx.db)
  await sql`set local tidings.erasing = 'off'`.execute(tx.db)
}
