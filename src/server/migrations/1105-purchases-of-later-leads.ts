import { type Kysely, sql } from 'kysely'

/** What these change is found by its key, with the business of the changed rows beside it, as a cluster finds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Two steps: the planner has no size for the set of leads, and would read all purchases.
  await sql`
    create or replace function purchases_of_added() returns trigger language plpgsql as $body$
    declare ids bigint[]; owners bigint[]; begin
      select array_agg(c.id), array_agg(a.id) into ids, owners from added a
      cross join lateral (values (a.phone collate "C"), (a.bsuid collate "C")) p (address)
      cross join lateral (
        select id, lead_id from conversions
        where business_id = a.business_id and address = p.address offset 0) c
      where c.lead_id is null
        or not exists (select from leads l where l.business_id = a.business_id and l.id = c.lead_id);
      if ids is null then return null; end if;
      update conversions c set lead_id = f.lead from unnest(ids, owners) f (id, lead)
      where c.business_id in (select business_id from added) and c.id = f.id;
      return null;
    end $body$`.execute(db)
  await sql`
    create or replace function purchases_of_changed() returns trigger language plpgsql as $body$
    declare ids bigint[]; begin
      select array_agg(c.id) into ids
      from (values (new.phone collate "C"), (new.bsuid collate "C")) p (address)
      cross join lateral (
        select id, lead_id from conversions
        where business_id = new.business_id and address = p.address offset 0) c
      where c.lead_id is null
        or not exists (select from leads l where l.business_id = new.business_id and l.id = c.lead_id);
      if ids is null then return null; end if;
      update conversions c set lead_id = new.id where c.business_id = new.business_id and c.id = any(ids);
      return null;
    end $body$`.execute(db)
}
