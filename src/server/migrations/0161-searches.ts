import { type Kysely, sql } from 'kysely'

/**
 * A search is stored with the imports, so that it can be undone; its key is the same for all spellings of a
 * query.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lead_imports
      drop constraint lead_imports_kind_check,
      add constraint lead_imports_kind_check check (kind in ('csv', 'xlsx', 'xls', 'ods', 'vcf', 'search')),
      -- of a search: what is asked for and where, folded
      add column search_key text`.execute(db)
  await sql`
    create index lead_imports_search on lead_imports (business_id, search_key, id) where search_key is not null`.execute(
    db,
  )
}
