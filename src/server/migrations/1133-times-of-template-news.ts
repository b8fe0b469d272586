import { type Kysely, sql } from 'kysely'

/** When the quality and the category of a template were reported last: what is older and comes later changes nothing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table provider_templates add column quality_at timestamptz, add column category_at timestamptz`.execute(
    db,
  )
}
