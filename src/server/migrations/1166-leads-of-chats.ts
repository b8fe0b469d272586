import { type Kysely, sql } from 'kysely'

/** A chat belongs to the lead of its number, also to one with the other spelling. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const other = `case when c.address ~ '^[+]5[245]' then case
    when c.address ~ '^\\+55(\\d\\d)9(\\d{8})$' then regexp_replace(c.address, '^\\+55(\\d\\d)9(\\d{8})$', '+55\\1\\2')
    when c.address ~ '^\\+55(\\d\\d)(?=[6-9]\\d{7}$)' then regexp_replace(c.address, '^\\+55(\\d\\d)(?=[6-9]\\d{7}$)', '+55\\19')
    when c.address ~ '^\\+521(\\d{10})$' then regexp_replace(c.address, '^\\+521(\\d{10})$', '+52\\1')
    when c.address ~ '^\\+52([2-9]\\d{9})$' then regexp_replace(c.address, '^\\+52([2-9]\\d{9})$', '+521\\1')
    when c.address ~ '^\\+549(\\d{10})$' then regexp_replace(c.address, '^\\+549(\\d{10})$', '+54\\1')
    when c.address ~ '^\\+54([1-8]\\d{9})$' then regexp_replace(c.address, '^\\+54([1-8]\\d{9})$', '+549\\1')
    end end`
  for (const phone of ['c.address', other]) {
    await sql
      .raw(
        `update conversations c set lead_id = l.id from leads l
        where c.lead_id is null and l.business_id = c.business_id and l.phone = (${phone})`,
      )
      .execute(db)
  }
}
