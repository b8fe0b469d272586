import { type RawBuilder, sql } from 'kysely'

/** States of a question that its person cannot have got. */
const notArrived = sql.raw(`'failed', 'skipped', 'cancelled'`)

/** A question `c` that its person can have got: one that failed or was left out is asked again. */
export const wasAskedSql = (businessId: number): RawBuilder<boolean> => sql`(
  coalesce((select q.status from messages q where q.business_id = ${businessId} and q.id = c.message_id), '')
    not in (${notArrived}))`

/** Addresses whose owners were asked to confirm an opt-in and have not answered yet. As a set it is read once. */
export const awaitingConfirmation = (businessId: number): RawBuilder<unknown> => sql`(
  select c.address from optin_confirmations c
  left join messages q on q.business_id = c.business_id and q.id = c.message_id
  where c.business_id = ${businessId} and c.state = 'asked' and c.expires_at > now()
    and coalesce(q.status, '') not in (${notArrived}))`

/**
 * Whether this one address is among them. Where a business asks nobody, that is found once for the whole statement, and
 * no row looks anything up.
 */
export const awaitsConfirmationSql = (
  businessId: number,
  address: RawBuilder<unknown>,
): RawBuilder<boolean> => sql`(
  (select true from optin_confirmations c where c.business_id = ${businessId} and c.state = 'asked' limit 1) is not null
  and (select c.expires_at from optin_confirmations c
    where c.business_id = ${businessId} and c.address = ${address} and c.state = 'asked' and ${wasAskedSql(businessId)}) > now())`
