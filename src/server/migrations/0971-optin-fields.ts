import { type Kysely, sql } from 'kysely'

/** What a form asks beside name and phone waits with the question that confirms; visits of forms are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- {email, attributes}: what the page was told of the person
    alter table optin_confirmations add column details jsonb`.execute(db)
  await sql`
    create table optin_visits (
      -- by days of UTC
      business_id bigint not null references businesses (id),
      form_id bigint not null,
      day date not null,
      pages int not null,
      -- different visitors of the day
      people int not null,
      primary key (business_id, form_id, day)
    ) with (fillfactor = 70)`.execute(db)
  await sql`
    create table optin_visitors (
      -- of today alone, so that nobody is followed from day to day
      business_id bigint not null references businesses (id),
      form_id bigint not null,
      day date not null,
      -- a keyed hash of address and browser; the key is another one each day
      visitor bytea not null,
      primary key (business_id, form_id, day, visitor)
    )`.execute(db)
  await sql`create index optin_visitors_day on optin_visitors (day)`.execute(db)
}
