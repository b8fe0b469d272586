import { type Kysely, sql } from 'kysely'

/** Opt-in forms on websites of the business. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table optin_forms
      -- origins (https://shop.example) whose pages may show the form
      add column sites text[] not null default '{}'`.execute(db)
  await sql`
    alter table optin_proofs
      -- the origin of the page that showed the form, by what the browser said
      add column site text,
      drop constraint optin_proofs_way_check,
      -- button: of the question that we sent; message: a code or keyword that they wrote; widget: on a site of the business
      add constraint optin_proofs_way_check
        check (way in ('link', 'qr', 'button', 'message', 'withdrawal', 'widget'))`.execute(db)
}
