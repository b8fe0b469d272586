import { type Kysely, sql } from 'kysely'

/** Leads by tag and block of ids, kept as the other tallies of leads are; a change of tags marks its block, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_tag_tallies (
      business_id bigint not null references businesses (id),
      id bigint generated always as identity,
      block bigint not null,
      tag text not null,
      count integer not null,
      primary key (business_id, id)
    ) with (autovacuum_vacuum_scale_factor = 0.05)`.execute(db)
  await sql`create index lead_tag_tallies_block on lead_tag_tallies (business_id, block)`.execute(db)
  // Rows that are as they were are taken out by one hash of both versions: a join would be planned without row counts.
  await sql
    .raw(
      `create or replace function analytics_leads_changed() returns trigger language plpgsql as $body$ begin
        insert into analytics_marks (business_id, kind, block)
        select distinct business_id, 'leads', id >> 13 from (
          select business_id, id, consent, unreachable_at is null, source, tags from after
          except all
          select business_id, id, consent, unreachable_at is null, source, tags from before
        ) changed;
        return null;
      end $body$`,
    )
    .execute(db)
  await sql`
    insert into analytics_marks (business_id, kind, block)
    select distinct business_id, 'leads', id >> 13 from leads`.execute(db)
}
