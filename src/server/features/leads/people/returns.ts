import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { withSpellings } from './addresses.ts'

/**
 * Somebody writes from a number that its holder gave up: numbers are given to other people. From now on it is a person
 * of its own; an opt-out that the number has stays with it.
 */
export async function noteReturns(
  tx: App,
  businessId: number,
  events: readonly { phone: string | null; at: Date }[],
): Promise<void> {
  const phones = events.flatMap(({ phone }) => phone ?? [])
  if (phones.length === 0) return
  const { rows } = await sql<{ address: string }>`
    select address from person_addresses
    where ${isOfBusiness(businessId)} and address = any(${withSpellings(phones)}::text[])
      and left_at is not null`.execute(tx.db)
  const givenUp = new Set(rows.map(({ address }) => address))
  for (const { phone, at } of events) {
    if (phone && withSpellings([phone]).some((one) => givenUp.has(one)))
      await noteReturn(tx, businessId, phone, at)
  }
}

async function noteReturn(tx: App, businessId: number, phone: string, at: Date): Promise<void> {
  await sql`
    update person_addresses set person_id = own.id, several_phones = false, left_at = null,
      returned_at = ${at}::timestamptz
    from (select nextval('person_ids') as id) own
    where business_id = ${businessId} and address = any(${withSpellings([phone])}::text[])
      and left_at < ${at}::timestamptz`.execute(tx.db)
}
