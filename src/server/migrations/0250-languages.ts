import { type Kysely, sql } from 'kysely'

/** The language that a person chose; null follows their browser. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column language text
    constraint users_language check (language in ('en', 'hi', 'es', 'pt-BR'))`.execute(db)
}
