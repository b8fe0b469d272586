import { type Kysely, sql } from 'kysely'

/** One question confirms every form that a person filled in before they answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- [{form_id, version, language, name, details}]: the other forms
    alter table optin_confirmations add column further jsonb not null default '[]'`.execute(db)
}
