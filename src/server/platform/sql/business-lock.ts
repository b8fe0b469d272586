import { type Kysely, sql } from 'kysely'

/**
 * Waits for a lock of a business, and holds it until the transaction ends: `alone`, or beside others that `share` it. Not by
 * the business's row: its writers need not wait, and on a cluster, where each node has it, those who lock it end in deadlocks.
 */
export async function lockOfBusiness<Tables>(
  db: Kysely<Tables>,
  businessId: number,
  what: string,
  how: 'alone' | 'share' = 'alone',
): Promise<void> {
  const key = sql`hashtextextended(${`${what} of business ${businessId}`}, 0)`
  await (how === 'share'
    ? sql`select pg_advisory_xact_lock_shared(${key})`
    : sql`select pg_advisory_xact_lock(${key})`
  ).execute(db)
}
