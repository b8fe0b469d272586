import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Until the transaction ends, a statement may use two of the server's cores: for a count that a person waits for. */
export async function useTwoCores<Tables>(db: Kysely<Tables>): Promise<void> {
  await sql`set local max_parallel_workers_per_gather = 1`.execute(db)
  await sql`set local parallel_setup_cost = 0`.execute(db)
}

/**
 * As the offset of a subquery it hides from the planner how many rows there are and is worked out by itself, and still two
 * cores may share it: the number 0 is a call of a conversion when that is decided, and is taken for a limit.
 */
export const fence: RawBuilder<number> = sql`'0'`
