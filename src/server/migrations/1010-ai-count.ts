import { type Kysely, sql } from 'kysely'

/** Questions asked of the AI on a day: counted before each call, so that many at once stay within the limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bot_settings
      add column ai_asked integer not null default 0,
      -- the day of the count, by the clock of the business
      add column ai_asked_on date`.execute(db)
}
