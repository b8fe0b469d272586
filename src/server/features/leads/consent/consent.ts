import { sql } from 'kysely'
import type { Consent } from '#contract/leads.ts'
import type { App } from '#server/app.ts'
import { everyAddressesOf, everyAddressOf, lockPeople } from '../people/aliases.ts'
import { forgetErased } from '../people/erased.ts'
import { erasedWithoutLead } from '../people/write-again.ts'
import { phoneVariants } from '../phone/phone.ts'
import { journalConsent } from './journaled.ts'
import { closeQuestions, heldReason } from './questions.ts'

/** How a change of consent came about, and its words. */
export type ConsentReason = {
  /** reply, manual, import, whatsapp_preference, provider_error … */
  source: string
  /** What the person wrote, or what the owner stated. */
  details?: string | null
  /** The person of ours who did it. */
  userId?: number
  /** When it happened; now, if absent. */
  at?: Date
  /** Of an opt-out by the person: the message of ours that it followed. */
  messageId?: number | null
}

/**
 * Records that these people want no more messages, at whatever address of theirs: all go on the suppression list,
 * which outlives the lead, and their leads are opted out. People who did so before keep their first record, unless a
 * file stated it.
 * @param addresses phones in E.164 or business-scoped user ids.
 * @returns how many leads changed.
 */
export async function optOut(
  app: App,
  businessId: number,
  addresses: readonly string[],
  reason: ConsentReason,
): Promise<number> {
  if (addresses.length === 0) return 0
  return await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    const all = await everyAddressOf(tx.db, businessId, addresses)
    return await optOutExactly(tx, businessId, all, reason, addresses)
  })
}

/**
 * Opts these addresses out and no aliases of theirs; for callers that know all of them.
 * @param said those that said so themselves: of them a record is kept even where they are no leads.
 */
export async function optOutExactly(
  app: App,
  businessId: number,
  addresses: readonly string[],
  reason: ConsentReason,
  said: readonly string[] = addresses,
): Promise<number> {
  if (addresses.length === 0) return 0
  await journalConsent(app, businessId, 'opted_out', addresses, reason)
  return await app.transaction(async (tx) => {
    const changed = await change(tx, businessId, addresses, 'opted_out', reason, said)
    const known = changed.flatMap(({ phone, bsuid }) => [phone, bsuid]).filter((one) => one !== null)
    const all = [...new Set([...addresses.flatMap(phoneVariants), ...known])].sort()
    const at = reason.at ?? tx.now()
    const listed = await withoutErased(tx, businessId, all)
    await sql`
      insert into suppressions (business_id, address, reason, details, at)
      select ${businessId}, address, ${reason.source}, ${reason.details ?? null}, ${at}::timestamptz
      from unnest(${listed}::text[]) as address
      -- They may have asked for messages again since: webhooks come late and in any order.
      where not exists (select from leads l where l.business_id = ${businessId}
        and (l.phone = address or l.bsuid = address) and l.consent = 'opted_in' and l.consent_at > ${at}::timestamptz)
      -- What a file stated goes when its import is undone; what is said besides stays.
      on conflict (business_id, address) do update
        set reason = excluded.reason, details = excluded.details, at = excluded.at
        where suppressions.reason in ('import', ${sql.lit(heldReason)}) and excluded.reason <> suppressions.reason`.execute(
      tx.db,
    )
    await closeQuestions(tx, businessId, all)
    return changed.length
  })
}

/**
 * Records that these people want to hear from the business: it takes them off the suppression list. It holds for these
 * addresses and not for other aliases of the person.
 * @returns how many leads changed.
 */
export async function optIn(
  app: App,
  businessId: number,
  addresses: readonly string[],
  reason: ConsentReason,
): Promise<number> {
  if (addresses.length === 0) return 0
  await journalConsent(app, businessId, 'opted_in', addresses, reason)
  return await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    const changed = await change(tx, businessId, addresses, 'opted_in', reason)
    const known = changed.flatMap(({ phone, bsuid }) => [phone, bsuid]).filter((one) => one !== null)
    await tx.db
      .deleteFrom('suppressions')
      .where('business_id', '=', businessId)
      .where('address', 'in', [...new Set([...addresses, ...known].flatMap(phoneVariants))])
      .where('at', '<=', reason.at ?? tx.now())
      .execute()
    await forgetErased(tx, businessId, [...addresses, ...known], reason.at ?? tx.now())
    await closeQuestions(tx, businessId, [...addresses, ...known])
    return changed.length
  })
}

/** Takes a stated consent back to "nothing is known". It lifts no opt-out. */
export async function forgetConsent(
  app: App,
  businessId: number,
  addresses: readonly string[],
  reason: ConsentReason,
): Promise<number> {
  if (addresses.length === 0) return 0
  return (await app.transaction((tx) => change(tx, businessId, addresses, 'none', reason))).length
}

/** Addresses that the business may know: of people who were erased and are no leads a hash is enough. */
async function withoutErased(tx: App, businessId: number, addresses: readonly string[]): Promise<string[]> {
  const unknown = await erasedWithoutLead(tx, businessId, addresses)
  return addresses.filter((address) => !unknown.has(address))
}

type Changed = { id: number; phone: string | null; bsuid: string | null }

async function change(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  consent: Consent,
  { source, details = null, userId, at = tx.now(), messageId = null }: ConsentReason,
  said: readonly string[] = addresses,
): Promise<Changed[]> {
  const variants = [...new Set(addresses.flatMap(phoneVariants))]
  const changed = await tx.db
    .updateTable('leads')
    .set({
      consent,
      consent_at: consent === 'none' ? null : at,
      consent_source: consent === 'none' ? null : source,
      updated_at: tx.now(),
    })
    .where('business_id', '=', businessId)
    .where((lead) => lead.or([lead('phone', 'in', variants), lead('bsuid', 'in', variants)]))
    .where('consent', '!=', consent)
    // What a person said later is not undone by what they said before: webhooks come late and in any order.
    .where((lead) => lead.or([lead('consent_at', 'is', null), lead('consent_at', '<=', at)]))
    .returning(['id', 'phone', 'bsuid'])
    .execute()
  const touched = new Set(changed.flatMap(({ phone, bsuid }) => [phone, bsuid]))
  // People who are no leads leave a record too: the next import of their number finds it.
  const strangers =
    consent === 'opted_out'
      ? said.filter((address) => !phoneVariants(address).some((one) => touched.has(one)))
      : []
  const unknown =
    strangers.length > 0 ? await withoutErased(tx, businessId, await notLeads(tx, businessId, strangers)) : []
  const records = [
    ...changed.map(({ id, phone, bsuid }) => ({ lead_id: id, phone: phone ?? bsuid })),
    ...unknown.map((address) => ({ lead_id: null, phone: address })),
  ].map((who) => ({
    ...who,
    business_id: businessId,
    consent,
    source,
    details,
    user_id: userId ?? null,
    at,
    message_id: consent === 'opted_out' ? messageId : null,
  }))
  if (records.length > 0) await tx.db.insertInto('consent_changes').values(records).execute()
  return changed
}

/** Those of people who are no leads and have no record by any address of theirs: one address for each person. */
async function notLeads(tx: App, businessId: number, addresses: readonly string[]): Promise<string[]> {
  const everyone = await everyAddressesOf(
    tx.db,
    businessId,
    addresses.map((address) => [address]),
  )
  const known = await tx.db
    .selectFrom('leads')
    .select(['phone', 'bsuid'])
    .where('business_id', '=', businessId)
    .where((lead) => lead.or([lead('phone', 'in', everyone.flat()), lead('bsuid', 'in', everyone.flat())]))
    .execute()
  const listed = await tx.db
    .selectFrom('suppressions')
    .select('address')
    .where('business_id', '=', businessId)
    .where('address', 'in', everyone.flat())
    .execute()
  const recorded = new Set([
    ...known.flatMap(({ phone, bsuid }) => [phone, bsuid]),
    ...listed.map(({ address }) => address),
  ])
  return addresses.filter((_, nr) => {
    const theirs = everyone[nr]!
    if (theirs.some((one) => recorded.has(one))) return false
    for (const one of theirs) recorded.add(one)
    return true
  })
}
