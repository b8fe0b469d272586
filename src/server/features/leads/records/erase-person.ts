import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { allAddressesOf, lockPeople } from '../people/aliases.ts'
import { lockErasures, rememberErased } from '../people/erased.ts'

/** What of a person is looked for outside of the leads. */
export type ErasedPerson = { addresses: string[]; emails: string[]; leadIds: number[] }

/** A large undo list is walked once. */
const timeout = '10min'

/**
 * Removes a person from the leads and from all that was kept beside them, under every address of theirs. Hashes of the
 * addresses stay. Inside a transaction; somebody else's erasure of the same person finds nothing any more.
 * @param lockOthers locks what is erased with the person, before any row is touched.
 * @throws AppError `not_found`
 */
export async function erasePerson(
  tx: App,
  businessId: number,
  leadId: number,
  lockOthers: (tx: App, businessId: number) => Promise<void>,
): Promise<ErasedPerson> {
  await sql`set local statement_timeout = ${sql.lit(timeout)}`.execute(tx.db)
  await lockErasures(tx.db, businessId, 'alone')
  await lockPeople(tx, businessId)
  await lockOthers(tx, businessId)
  const lead = await tx.db
    .selectFrom('leads')
    .select(['phone', 'bsuid'])
    .where('business_id', '=', businessId)
    .where('id', '=', leadId)
    .forUpdate()
    .executeTakeFirst()
  if (!lead) throw notFound('lead')
  const own = [lead.phone, lead.bsuid].filter((one) => one !== null)
  const addresses = await allAddressesOf(tx.db, businessId, own)
  await rememberErased(tx, businessId, addresses)
  const { rows: leads } = await sql<{ id: number; email: string | null }>`
    delete from leads where business_id = ${businessId}
      and (id = ${leadId} or phone = any(${addresses}::text[]) or bsuid = any(${addresses}::text[]))
    returning id, email`.execute(tx.db)
  const ids = leads.map(({ id }) => Number(id))
  await sql`set local tidings.erasing = 'on'`.execute(tx.db)
  for (const [table, column] of [
    ['consent_changes', 'phone'],
    ['lead_replies', 'address'],
    ['consent_questions', 'address'],
  ] as const) {
    await tx.db
      .deleteFrom(table)
      .where('business_id', '=', businessId)
      .where(
        sql<boolean>`(lead_id = any(${ids}::bigint[]) or ${sql.ref(column)} = any(${addresses}::text[]))`,
      )
      .execute()
  }
  await sql`set local tidings.erasing = 'off'`.execute(tx.db)
  for (const table of ['suppressions', 'person_addresses'] as const) {
    await tx.db
      .deleteFrom(table)
      .where('business_id', '=', businessId)
      .where('address', 'in', addresses)
      .execute()
  }
  await eraseUndoData(tx, businessId, ids, addresses)
  return {
    addresses,
    emails: leads.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])),
    leadIds: ids,
  }
}

/** What an undo would bring back, of this lead and of earlier ones with the same address. */
async function eraseUndoData(
  tx: App,
  businessId: number,
  ids: readonly number[],
  addresses: readonly string[],
): Promise<void> {
  for (const table of ['lead_import_updates', 'lead_bulk_snapshots'] as const) {
    await tx.db
      .deleteFrom(table)
      .where('business_id', '=', businessId)
      .where(
        sql<boolean>`(lead_id = any(${ids}::bigint[])
          or (jsonb_typeof(before) = 'object' and (before ->> 'phone' = any(${addresses}::text[])
            or before ->> 'bsuid' = any(${addresses}::text[]))))`,
      )
      .execute()
  }
  // A search for the person names them; nobody is found by it any more.
  const digits = addresses.filter((one) => one.startsWith('+')).map((one) => one.slice(-8))
  await sql`
    update lead_bulk_changes set audience = jsonb_set(audience, '{search}', '"erased"')
    where business_id = ${businessId} and exists (select from unnest(${digits}::text[]) ending
      where regexp_replace(audience ->> 'search', '\\D', '', 'g') like '%' || ending)`.execute(tx.db)
}
