import { type Kysely, sql } from 'kysely'

/** A way of an opt-in form can be closed by itself: a poster that hangs where it should not, for example. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table optin_forms
      -- of link, qr, widget, code and keyword
      add column ways_off text[] not null default '{}'`.execute(db)
}
