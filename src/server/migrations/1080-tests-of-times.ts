import { type Kysely, sql } from 'kysely'

/** A/B tests of the time of sending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaign_variants
      -- so long after the campaign's start its people get it
      add column later_minutes integer not null default 0 check (later_minutes >= 0)`.execute(db)
  await sql`
    alter table campaign_trials
      -- the rest goes at the time of day that won; null: as soon as it is decided
      add column rest_at timestamptz`.execute(db)
}
