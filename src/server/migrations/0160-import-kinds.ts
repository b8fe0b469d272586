import { type Kysely, sql } from 'kysely'

/** Old Excel and OpenDocument workbooks and contact cards; how many people of an import may be written to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table lead_imports
      drop constraint lead_imports_kind_check,
      add constraint lead_imports_kind_check check (kind in ('csv', 'xlsx', 'xls', 'ods', 'vcf')),
      -- counted when it is done
      add column writable integer`.execute(db)
}
