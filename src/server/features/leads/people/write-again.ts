import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { addressesOf, type Identity, withSpellings } from './addresses.ts'
import { erasedAmong } from './erased.ts'

/** Why somebody who was erased and wrote again gets no marketing. */
const erasedReason = 'erased'

/**
 * People who were erased and write again begin a new conversation by their own doing. Marketing to them stays
 * suppressed until they ask for it. What they wrote before they were erased is not taken in again.
 * @returns the events that count.
 */
export async function welcomeErased<E extends Identity & { at: Date }>(
  tx: App,
  businessId: number,
  events: readonly E[],
): Promise<E[]> {
  const { counting, whenErased } = await sinceErasure(tx, businessId, events)
  for (const event of counting) {
    const at = whenErased(event)
    if (!at) continue
    await sql`
      insert into suppressions (business_id, address, reason, at)
      select ${businessId}, address, ${erasedReason}, ${at}::timestamptz
      from unnest(${withSpellings(addressesOf(event))}::text[]) address order by address
      on conflict do nothing`.execute(tx.db)
  }
  return counting
}

/** Events of people who were not erased, or were before they wrote. */
export async function sinceErasure<E extends Identity & { at: Date }>(
  tx: App,
  businessId: number,
  events: readonly E[],
): Promise<{ counting: E[]; whenErased: (event: E) => Date | undefined }> {
  const erased = await erasedAmong(tx, businessId, events.flatMap(addressesOf))
  const whenErased = (event: E): Date | undefined =>
    addressesOf(event)
      .flatMap((address) => erased.get(address) ?? [])
      .sort((a, b) => b.getTime() - a.getTime())[0]
  const counting = events.filter((event) => {
    const at = whenErased(event)
    return at === undefined || event.at > at
  })
  return { counting, whenErased }
}

/** Which of these addresses are those of people who were erased and have not written since. */
export async function erasedWithoutLead(
  app: App,
  businessId: number,
  addresses: readonly string[],
): Promise<Set<string>> {
  const erased = await erasedAmong(app, businessId, addresses)
  if (erased.size === 0) return new Set()
  const { rows } = await sql<{ address: string }>`
    select a as address from unnest(${[...erased.keys()]}::text[]) a where not exists (
      select from leads where business_id = ${businessId} and (phone = a or bsuid = a))`.execute(app.db)
  return new Set(rows.map(({ address }) => address))
}

/** Whether these addresses are those of a person who was erased and has not written since. */
export async function isOnlyErased(
  tx: App,
  businessId: number,
  addresses: readonly string[],
): Promise<boolean> {
  const erased = await erasedAmong(tx, businessId, addresses)
  return erased.size > 0 && (await erasedWithoutLead(tx, businessId, addresses)).size === erased.size
}
