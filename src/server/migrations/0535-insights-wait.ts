import { type Kysely, sql } from 'kysely'

/** Until when the figures of an account wait, as the network asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_insight_runs
    -- null: nothing is waited for
    add column waits_until timestamptz`.execute(db)
}
