import { type Kysely, sql } from 'kysely'

/** WhatsApp's own short link of an opt-in form's message; it is of one number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table optin_forms add column short_link text,
      -- the number that the link opens a chat with; with another default number it is no longer shown
      add column short_link_phone_number_id text,
      add constraint optin_forms_short_link check ((short_link is null) = (short_link_phone_number_id is null))`.execute(
    db,
  )
}
