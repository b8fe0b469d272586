import { type Kysely, sql } from 'kysely'

/** Visits of forms by the way people came to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table optin_visits
      -- different visitors of the day by each way; who came by two counts for both. 0 before this was counted
      add column by_link int not null default 0,
      add column by_qr int not null default 0,
      add column by_widget int not null default 0`.execute(db)
  await sql`
    -- null: by whichever way. A visitor has another hash by each way.
    alter table optin_visitors add column way text check (way in ('link', 'qr', 'widget'))`.execute(db)
}
