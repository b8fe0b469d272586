import { type RawBuilder, sql } from 'kysely'

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
