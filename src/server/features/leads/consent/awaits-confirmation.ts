import { type RawBuilder, sql } from 'kysely'

/** Addresses whose owners were asked to confirm an opt-in and have not answered yet. As a set it is read once. */
export const awaitingConfirmation = (businessId: number): RawBuilder<unknown> => sql`(
  select c.address from optin_confirmations c
  where c.business_id = ${businessId} and c.state = 'asked' and c.expires_at > now())`
