import { type Kysely, sql } from 'kysely'

/** Messages of conversations by what they cost: WhatsApp charges for them since 1 October 2026. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_tallies (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      block bigint not null,
      -- when they left, by the business's clock
      day date not null,
      -- ISO 3166; null where the address does not tell
      country text,
      category text not null,
      phone_number_id text not null,
      delivered integer not null,
      -- as WhatsApp reports: with the type regular, with one that begins with free, and of these for answers
      charged integer not null,
      free integer not null,
      free_service integer not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index chat_tallies_block on chat_tallies (business_id, block)`.execute(db)
  await sql`create index chat_tallies_day on chat_tallies (business_id, day)`.execute(db)
  await sql`alter table chat_tallies set (autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select business_id, kind, block from analytics_blocks where kind = 'messages'`.execute(db)
}
