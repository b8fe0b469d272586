import { type Kysely, sql } from 'kysely'

/**
 * Warnings about a template and a submission that is tried again as codes: their sentences are made when they are read.
 * Sentences stored before are replaced by their codes; the provider's own text stays.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table provider_templates
    add column warning text
      constraint provider_templates_warning check (warning in ('flagged', 'category')),
    add column detected_category text,
    add constraint provider_templates_detected_category
      check ((warning is not distinct from 'category') = (detected_category is not null))`.execute(db)
  await sql`alter table templates add column submit_retried boolean not null default false`.execute(db)
  await sql`update provider_templates set warning = 'flagged', status_details = null
    where status_details = 'People blocked or reported it; if that goes on, WhatsApp pauses it.'`.execute(db)
  await sql`update provider_templates
    set warning = 'category', status_details = null,
      detected_category = substring(status_details from '^WhatsApp takes its words for ([A-Z]+), not')
    where status_details ~ '^WhatsApp takes its words for [A-Z]+, not [A-Z]+[.]$'`.execute(db)
  await sql`update templates
    set submit_retried = true, submit_error = regexp_replace(submit_error, ' It is submitted again by itself[.]$', '')
    where submit_error like '% It is submitted again by itself.'`.execute(db)
}
