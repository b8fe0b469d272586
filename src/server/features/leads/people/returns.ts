import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { withSpellings } from './addresses.ts'

/**
 * Somebody writes from a number that its holder gave up: numbers are given to other people. From now on it is a person
 * of its own; an opt-out that the number has stays with it.
 */
export async function noteReturn(tx: App, businessId: number, phone: string, at: Date): Promise<void> {
  await sql`
    update person_addresses set person_id = own.id, several_phones = false, left_at = null,
      returned_at = ${at}::timestamptz
    from (select nextval('person_ids') as id) own
    where business_id = ${businessId} and address = any(${withSpellings([phone])}::text[])
      and left_at < ${at}::timestamptz`.execute(tx.db)
}
