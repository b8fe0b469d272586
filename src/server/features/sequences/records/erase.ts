import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** Takes an erased person out of all sequences and forgets who it was: the figures stay. Inside a transaction. */
export async function eraseSequences(
  tx: App,
  businessId: number,
  { leadIds }: { leadIds: readonly number[] },
): Promise<void> {
  await sql`delete from sequence_members
    where business_id = ${businessId} and lead_id = any(${[...leadIds]}::bigint[])`.execute(tx.db)
  await sql`
    update sequence_people set lead_id = null, due_at = null,
      state = case when state = 'active' then 'stopped' else state end,
      reason = case when state = 'active' then 'deleted' else reason end,
      ended_at = coalesce(ended_at, ${tx.now()}::timestamptz)
    where business_id = ${businessId} and lead_id = any(${[...leadIds]}::bigint[])`.execute(tx.db)
}
