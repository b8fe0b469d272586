import { type Kysely, sql } from 'kysely'

/** Until the transaction ends, a statement may use two of the server's cores: for a count that a person waits for. */
export async function useTwoCores<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`set local max_parallel_workers_per_gather = 1`.execute(db)
  await sql`set local parallel_setup_cost = 0`.execute(db)
}
