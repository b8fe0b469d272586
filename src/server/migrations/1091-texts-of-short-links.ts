import { type Kysely, sql } from 'kysely'

/** The text that people send to opt in has the name of the form, which can change after a short link was made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table optin_forms
      -- what the short link prepares; null: a text without the name, of an earlier version
      add column short_link_text text`.execute(db)
}
