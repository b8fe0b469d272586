import { type Kysely, sql } from 'kysely'

/** When we learned of a template's category, beside when the provider says that it changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table provider_templates add column category_learned_at timestamptz`.execute(db)
}
