import { type Kysely, sql } from 'kysely'

/** A picture at the top of an opt-in form's page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table optin_forms
      -- a small WebP: the whole page stays below 20 kB
      add column photo bytea check (octet_length(photo) <= 10000),
      -- of its content, for its address; null: there is no photo
      add column photo_hash text`.execute(db)
}
