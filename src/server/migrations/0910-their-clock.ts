import { type Kysely, sql } from 'kysely'

/** Campaigns that each person gets at the same time by their own clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table campaigns
      -- date and time that each person's own clock shows: 2026-12-01T10:00; null: all start at once
      add column their_clock text,
      -- {from, to}: nothing is sent between these times of a person's own clock
      add column quiet jsonb`.execute(db)
  await sql`
    -- {quiet, zones: {zone: [beginnings of addresses]}} of a campaign that goes by the clocks of its people
    alter table dispatches add column clock jsonb`.execute(db)
}
