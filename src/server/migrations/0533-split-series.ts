import { type Kysely, sql } from 'kysely'

/** A series that goes on from another one begins on a day of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_recurrences
    -- by its clock; null: since it was made
    add column starts_on date`.execute(db)
}
