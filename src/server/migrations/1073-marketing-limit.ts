import { type Kysely, sql } from 'kysely'

/** So many marketing messages for a person in so many days, whatever they come from; null: no limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sending_settings add column cap_messages smallint, add column cap_days smallint,
    add constraint sending_settings_cap check ((cap_messages is null) = (cap_days is null)
      and cap_messages between 1 and 50 and cap_days between 1 and 90)`.execute(db)
}
