import { type Kysely, sql } from 'kysely'

/** A segment that a report made for one campaign is not one of those that people keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table segments add column from_report boolean not null default false`.execute(db)
  await sql`drop index segments_name`.execute(db)
  await sql`create unique index segments_name on segments (business_id, lower(name))
    where deleted_at is null and not from_report`.execute(db)
}
