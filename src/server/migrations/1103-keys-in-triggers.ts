import { type Kysely, sql } from 'kysely'

/** What a trigger changes is found by its key, with the business of the changed rows beside it, as a cluster finds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function conversions_paid_back() returns trigger language plpgsql as $body$ begin
      perform from conversions p join changed w on w.business_id = p.business_id and w.refund_of = p.key
      where p.refund_of is null order by p.business_id, p.id for update of p;
      with paid as materialized (
        select distinct on (w.business_id, coalesce(w.refund_of, w.key))
          w.business_id as business_id, coalesce(w.refund_of, w.key) as key,
          coalesce((select -sum(c.amount) from conversions c
            where c.business_id = w.business_id and c.refund_of = coalesce(w.refund_of, w.key)), 0) as paid
        from changed w
      )
      update conversions p set paid_back = r.paid from paid r
      where p.business_id in (select business_id from changed) and p.business_id = r.business_id and p.key = r.key
        and p.refund_of is null and p.paid_back is distinct from r.paid;
      return null;
    end $body$`.execute(db)
  // Who writes texts has the lock alone.
  await sql`
    create or replace function lead_search_of_deleted() returns trigger language plpgsql as $body$ begin
      perform pg_advisory_xact_lock_shared(hashtextextended('lead_search ' || business_id, 0))
      from (select distinct business_id from gone) businesses;
      delete from lead_search s
      where s.business_id in (select business_id from gone) and s.lead_id = any(array(select id from gone));
      return null;
    end $body$`.execute(db)
}
