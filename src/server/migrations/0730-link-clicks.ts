import { type Kysely, sql } from 'kysely'

/** Requests for tracked links, those of programs too. No address and no user agent is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table link_clicks (
      business_id bigint not null references businesses (id),
      message_id bigint not null,
      id bigint generated always as identity,
      -- the place among the links of the message's content, from 0
      link smallint not null,
      -- only those of people count
      kind text not null check (kind in ('person', 'preview', 'bot')),
      -- the request came from Meta's network
      from_provider boolean not null,
      clicked_at timestamptz not null,
      primary key (business_id, message_id, id)
    )`.execute(db)
  await sql`alter table campaigns add column count_clicks boolean not null default false`.execute(db)
}
