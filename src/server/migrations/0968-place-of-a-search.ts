import { type Kysely, sql } from 'kysely'

/** What a search asked for and the place that the directory found for it: the same in every script and language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lead_imports add column search_place text`.execute(db)
  await sql`
    create index lead_imports_search_place on lead_imports (business_id, search_place, id)
      where search_place is not null`.execute(db)
}
