import { type Kysely, sql } from 'kysely'

/** How the numbers of those begin who were planned for and to whom WhatsApp charged nothing at the start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column free_prefixes jsonb`.execute(db)
}
