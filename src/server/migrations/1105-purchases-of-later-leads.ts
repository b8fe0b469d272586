import { type Kysely, sql } from 'kysely'

/** What the trigger changes is found by its key, with the business of the changed lead beside it, as a cluster finds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
