import { type Kysely, sql } from 'kysely'

/** A pilot goes on by itself only while few people block the business or opt out. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- in percent: of those who were tried, and of those who were sent the message
    alter table campaign_trials add column max_blocked double precision check (max_blocked between 0 and 100),
      add column max_opted_out double precision check (max_opted_out between 0 and 100)`.execute(db)
}
