import { type RawBuilder, sql } from 'kysely'
import { otherSpellingSql } from '../phone/phone.ts'

/**
 * Addresses of people who may be several leads of a business: those with more than one phone, and those who are a
 * lead without a phone. Everybody else is one lead, since leads hold each phone once. Few rows beside a million leads.
 * Columns: address, person_id, gone.
 */
export function sharedAddresses(businessId: number): RawBuilder<unknown> {
  return sql`(
    select a.address, a.person_id, a.left_at is not null as gone
    from person_addresses a
    where a.business_id = ${businessId} and a.person_id = any(array(
      select p.person_id from person_addresses p where p.business_id = ${businessId} and p.several_phones
      union
      select p.person_id from leads h
      join person_addresses p on p.business_id = h.business_id and p.address = h.bsuid
      where h.business_id = ${businessId} and h.phone is null)))`
}

/** Texts that have the form of a business-scoped user id, as SQL knows it. */
export const userIdForm = '^[A-Z]{2}\\.(ENT\\.)?[A-Za-z0-9]{1,128}$'

/** Joins `p (addresses)`: these addresses in both spellings, and all that are linked with them. In the collation of messages. */
export function joinAddresses(
  businessId: RawBuilder<unknown>,
  own: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const spelled = own.flatMap((one) => [sql`${one} collate "C"`, sql`${otherSpellingSql(one)} collate "C"`])
  return sql`
    cross join lateral (
      select array_agg(a.address) as addresses from person_addresses o
      join person_addresses a on a.business_id = o.business_id and a.person_id = o.person_id
      where o.business_id = ${businessId}
        and o.address in (${sql.join(own.map((one) => sql`${one} collate "default"`))})
    ) linked
    cross join lateral (
      select array_remove(array[${sql.join(spelled)}] || linked.addresses, null) collate "C" as addresses) p`
}
