import { type Kysely, sql } from 'kysely'

/** A purchase belongs to the lead with the other spelling of its number, too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const other = (phone: string) => `case when ${phone} ~ '^[+]5[245]' then case
    when ${phone} ~ '^\\+55(\\d\\d)9(\\d{8})$' then regexp_replace(${phone}, '^\\+55(\\d\\d)9(\\d{8})$', '+55\\1\\2')
    when ${phone} ~ '^\\+55(\\d\\d)(?=[6-9]\\d{7}$)' then regexp_replace(${phone}, '^\\+55(\\d\\d)(?=[6-9]\\d{7}$)', '+55\\19')
    when ${phone} ~ '^\\+521(\\d{10})$' then regexp_replace(${phone}, '^\\+521(\\d{10})$', '+52\\1')
    when ${phone} ~ '^\\+52([2-9]\\d{9})$' then regexp_replace(${phone}, '^\\+52([2-9]\\d{9})$', '+521\\1')
    when ${phone} ~ '^\\+549(\\d{10})$' then regexp_replace(${phone}, '^\\+549(\\d{10})$', '+54\\1')
    when ${phone} ~ '^\\+54([1-8]\\d{9})$' then regexp_replace(${phone}, '^\\+54([1-8]\\d{9})$', '+549\\1')
    end end`
  const addresses = (lead: string) =>
    `(values (${lead}.phone collate "C"), (${lead}.bsuid collate "C"), (${other(`${lead}.phone`)} collate "C")) p (address)`
  await sql
    .raw(
      `create or replace function purchases_of_added() returns trigger language plpgsql as $body$
      declare businesses bigint[]; ids bigint[]; owners bigint[]; begin
        select array_agg(c.business_id), array_agg(c.id), array_agg(a.id) into businesses, ids, owners from added a
        cross join lateral ${addresses('a')}
        cross join lateral (
          select business_id, id, lead_id from conversions
          where business_id = a.business_id and address = p.address offset 0) c
        where c.lead_id is null
          or not exists (select from leads l where l.business_id = a.business_id and l.id = c.lead_id);
        if ids is null then return null; end if;
        update conversions c set lead_id = f.lead from unnest(businesses, ids, owners) f (business, id, lead)
        where c.business_id = f.business and c.id = f.id;
        return null;
      end $body$`,
    )
    .execute(db)
  await sql
    .raw(
      `create or replace function purchases_of_changed() returns trigger language plpgsql as $body$
      declare ids bigint[]; begin
        select array_agg(c.id) into ids from ${addresses('new')}
        cross join lateral (
          select id, lead_id from conversions
          where business_id = new.business_id and address = p.address offset 0) c
        where c.lead_id is null
          or not exists (select from leads l where l.business_id = new.business_id and l.id = c.lead_id);
        if ids is null then return null; end if;
        update conversions c set lead_id = new.id where c.business_id = new.business_id and c.id = any(ids);
        return null;
      end $body$`,
    )
    .execute(db)
  await sql
    .raw(
      `update conversions c set lead_id = l.id from leads l
      where c.lead_id is null and l.business_id = c.business_id
        and l.phone = (${other('c.address')}) collate "default"`,
    )
    .execute(db)
}
