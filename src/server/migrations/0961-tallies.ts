import { type Kysely, sql } from 'kysely'

/**
 * Leads by their consent, and messages that left, by day and block of 8,192 ids. They are kept and marked with the
 * analytics; who reads them counts the marked blocks from their rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_tallies (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      block bigint not null,
      -- when they were added, by the business's clock
      day date not null,
      consent text not null,
      is_unreachable boolean not null,
      source text not null,
      count integer not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index lead_tallies_block on lead_tallies (business_id, block)`.execute(db)
  await sql`
    create table message_tallies (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      block bigint not null,
      -- when the provider took them, by the business's clock
      day date not null,
      count integer not null,
      primary key (business_id, id)
    )`.execute(db)
  await sql`create index message_tallies_block on message_tallies (business_id, block)`.execute(db)
  // No join of the two: the planner has no row counts of transition tables when it plans.
  await sql
    .raw(
      `create function analytics_leads_changed() returns trigger language plpgsql as $body$ begin
        insert into analytics_marks (business_id, kind, block)
        select distinct business_id, 'leads', id >> 13 from (
          select business_id, id from (
            select business_id, id, consent, unreachable_at is null as is_reachable, source, 1 as is_new from after
            union all
            select business_id, id, consent, unreachable_at is null, source, -1 from before
          ) versions group by business_id, id, consent, is_reachable, source having sum(is_new) <> 0
        ) changed;
        return null;
      end $body$`,
    )
    .execute(db)
  await sql`
    create trigger analytics_leads_changed after update on leads referencing old table as before new table as after
      for each statement execute function analytics_leads_changed()`.execute(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select distinct business_id, 'messages', id >> 13 from messages where status <> 'queued'
    union select distinct business_id, 'leads', id >> 13 from leads`.execute(db)
}
