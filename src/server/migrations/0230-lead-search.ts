import { type Kysely, sql } from 'kysely'

/**
 * The text that leads are searched by, with a trigram index, for big businesses. It is written by a job behind the
 * leads: on the way of an import it would cost 25 to 60 µs for each row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lead_search_businesses (
      business_id bigint primary key references businesses (id),
      since timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table lead_search (
      business_id bigint not null,
      lead_id bigint not null,
      -- name, e-mail address and number in lower case; other bytes than ASCII as xOOO, for any locale
      words text not null,
      primary key (business_id, lead_id)
    )`.execute(db)
  await sql`
    create table lead_search_pending (
      business_id bigint not null,
      id bigint generated always as identity,
      -- leads that are not in lead_search as they are now
      first_id bigint not null,
      last_id bigint not null,
      primary key (business_id, id)
    )`.execute(db)
  // Without the extension there is no such index, and searches read the leads themselves. `-business_id` is found in
  // this index only, so that no plan walks all texts of a business by the primary key instead.
  await sql`
    do $do$ begin
      create extension if not exists pg_trgm;
      create index lead_search_words on lead_search using gin ((-business_id), words gin_trgm_ops)
        with (fastupdate = on, gin_pending_list_limit = 1000000);
    exception when others then
      raise notice 'no trigram index: %', sqlerrm;
    end $do$`.execute(db)
  await sql`
    create function lead_search_of_new() returns trigger language plpgsql as $body$ begin
      insert into lead_search_pending (business_id, first_id, last_id)
      select business_id, min(id), max(id) from written group by business_id, id / 10000;
      return null;
    end $body$`.execute(db)
  await sql`
    create trigger lead_search_of_new after insert on leads referencing new table as written
      for each statement execute function lead_search_of_new()`.execute(db)
  // The lock keeps the job from writing the text of a lead that is just being changed or deleted.
  await sql`
    create function lead_search_of_changed() returns trigger language plpgsql as $body$ begin
      perform pg_advisory_xact_lock_shared(hashtextextended('lead_search ' || new.business_id, 0));
      delete from lead_search where business_id = new.business_id and lead_id = new.id;
      insert into lead_search_pending (business_id, first_id, last_id) values (new.business_id, new.id, new.id);
      return null;
    end $body$`.execute(db)
  await sql`
    create trigger lead_search_of_changed after update of name, email, phone on leads for each row
      when ((old.name, old.email, old.phone) is distinct from (new.name, new.email, new.phone))
      execute function lead_search_of_changed()`.execute(db)
  await sql`
    create function lead_search_of_deleted() returns trigger language plpgsql as $body$ begin
      perform pg_advisory_xact_lock_shared(hashtextextended('lead_search ' || business_id, 0))
      from (select distinct business_id from gone) businesses;
      delete from lead_search where ctid = any(array(
        select found.place from gone cross join lateral (
          select s.ctid as place from lead_search s
          where s.business_id = gone.business_id and s.lead_id = gone.id offset 0) found));
      return null;
    end $body$`.execute(db)
  await sql`
    create trigger lead_search_of_deleted after delete on leads referencing old table as gone
      for each statement execute function lead_search_of_deleted()`.execute(db)
}
