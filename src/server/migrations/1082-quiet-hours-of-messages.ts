import { type Kysely, sql } from 'kysely'

/** What a sequence wrote keeps the quiet hours of its person: the claim itself asks whether they are over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column quiet_hours jsonb`.execute(db)
}
