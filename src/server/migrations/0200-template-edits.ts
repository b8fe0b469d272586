import { type Kysely, sql } from 'kysely'

/** An edit whose end was not noted is found again; campaigns that wait for an agreement have a code of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Set before the provider is asked for an edit, cleared by the first reading after it.
  await sql`alter table provider_templates add column edit_begun_at timestamptz`.execute(db)
  await sql`create index provider_templates_edits on provider_templates (edit_begun_at) where edit_begun_at is not null`.execute(
    db,
  )
  await sql`
    update campaigns set status_code = 'template_category_changed'
    where status = 'Paused' and status_code = 'template_stopped'
      and status_reason like 'WhatsApp moved the template%'`.execute(db)
}
