import { type Kysely, sql } from 'kysely'

/** When the limit and the name of a number were reported or read: what is older and comes later changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table phone_numbers add column limit_at timestamptz, add column name_at timestamptz`.execute(
    db,
  )
}
