import { type Kysely, sql } from 'kysely'

/** The language that a person's browser asked for last: of mails to those who chose none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column browser_language text`.execute(db)
  // On its own: a cluster takes no check together with a new column.
  await sql`alter table users add constraint users_browser_language
    check (browser_language in ('en', 'hi', 'es', 'pt-BR'))`.execute(db)
}
