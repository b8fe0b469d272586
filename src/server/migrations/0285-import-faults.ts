import { type Kysely, sql } from 'kysely'

/** Why an import failed, as a code with its parameters. `error` keeps the sentences of earlier versions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table lead_imports add column fault jsonb`.execute(db)
  await sql`
    update lead_imports set error = null, fault = case
      when error like 'The import failed on our side and was undone.%' then '{"code":"internal"}'::jsonb
      when error = 'This spreadsheet is too large. Save it as CSV and drop that.' then '{"code":"sheet_too_large"}'::jsonb
      when error = 'This spreadsheet cannot be read. Save it as CSV and drop that.' then '{"code":"sheet_unreadable"}'::jsonb
      when error = 'There are no rows in this file.' then '{"code":"no_rows"}'::jsonb
      when error like 'The rows of this file are too large to be people.%' then '{"code":"rows_too_large"}'::jsonb
    end
    where error like 'The import failed on our side and was undone.%' or error in (
      'This spreadsheet is too large. Save it as CSV and drop that.',
      'This spreadsheet cannot be read. Save it as CSV and drop that.',
      'There are no rows in this file.'
    ) or error like 'The rows of this file are too large to be people.%'`.execute(db)
}
