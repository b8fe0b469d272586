import { type Kysely, sql } from 'kysely'

/** What was paid back of each purchase, kept where refunds are recorded, and whether it still counts as one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conversions
      -- of a purchase: the sum of its refunds, above zero
      add column paid_back bigint not null default 0,
      -- neither a refund nor a purchase that was wholly paid back: what counts as a conversion everywhere
      add column counts boolean not null generated always as (
        refund_of is null and coalesce(amount, 0) >= 0 and (paid_back <= 0 or paid_back < amount)) stored`.execute(
    db,
  )
  await sql`
    update conversions p set paid_back = r.paid
    from (select business_id, refund_of, -sum(amount) as paid from conversions
      where refund_of is not null and amount is not null group by 1, 2) r
    where p.business_id = r.business_id and p.key = r.refund_of and p.refund_of is null`.execute(db)
  // Locked first: the second of two at once then sees the refund of the first.
  await sql`
    create function conversions_paid_back() returns trigger language plpgsql as $body$ begin
      perform from conversions p join changed w on w.business_id = p.business_id and w.refund_of = p.key
      where p.refund_of is null order by p.business_id, p.id for update of p;
      update conversions p set paid_back = r.paid
      from (select distinct business_id, coalesce(refund_of, key) as key from changed) k
      cross join lateral (
        select coalesce(-sum(c.amount), 0) as paid from conversions c
        where c.business_id = k.business_id and c.refund_of = k.key) r
      where p.business_id = k.business_id and p.key = k.key and p.refund_of is null
        and p.paid_back is distinct from r.paid;
      return null;
    end $body$`.execute(db)
  for (const [name, when] of [
    ['conversions_added', 'insert on conversions referencing new table as changed'],
    ['conversions_removed', 'delete on conversions referencing old table as changed'],
  ])
    await sql`
      create trigger ${sql.raw(name!)} after ${sql.raw(when!)}
        for each statement execute function conversions_paid_back()`.execute(db)
}
