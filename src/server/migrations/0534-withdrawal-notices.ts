import { type Kysely, sql } from 'kysely'

/** The owner is notified of an account whose person took our app off it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table social_account_notices drop constraint social_account_notices_kind_check`.execute(db)
  await sql`alter table social_account_notices add constraint social_account_notices_kind_check
    check (kind in ('first', 'last', 'ended', 'withdrawn'))`.execute(db)
}
