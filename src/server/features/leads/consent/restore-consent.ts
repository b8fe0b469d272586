import type { App } from '#server/app.ts'
import { optIn, optOut } from './consent.ts'
import { readConsent } from './journaled.ts'
import { heldReason } from './questions.ts'
import { restoreHold, restoreKeep } from './restore-holds.ts'

/**
 * Records once more what people said, where the database lost it. What it still knows stays as it is: each has its time.
 * @param lost gets the businesses with lines whose key is gone.
 * @returns how many opt-outs of each business were missing, with those that still wait for the person's answer.
 */
export async function restoreConsent(
  tx: App,
  lines: AsyncIterable<string> | Iterable<string>,
  sinceUs: number,
  lost?: Set<number>,
): Promise<{ businessId: number; optOuts: number }[]> {
  const found = new Map<number, number>()
  const known = new Map<number, boolean>()
  /** What was held again, until a later word of the same person settles it. */
  const holds = new Map<string, { businessId: number; places: string[] }>()
  const quiet: App = { ...tx, journal: { ...tx.journal, keepLasting: () => Promise.resolve() } }
  for await (const said of readConsent(tx, lines, sinceUs, lost)) {
    const { businessId, addresses } = said
    if (!known.has(businessId)) known.set(businessId, await isBusiness(tx, businessId))
    if (!known.get(businessId)) continue
    const places = addresses.map((address) => `${businessId} ${address}`)
    for (const place of places) for (const same of holds.get(place)?.places ?? []) holds.delete(same)
    if (said.consent === 'held') {
      const isNew = await restoreHold(quiet, businessId, said)
      const one = { businessId, places }
      if (isNew && said.question) for (const place of places) holds.set(place, one)
    } else if (said.consent === 'kept') await restoreKeep(quiet, businessId, said)
    else {
      const reason = { source: said.source, details: said.details, at: new Date(said.at) }
      if (said.consent === 'opted_in') await optIn(quiet, businessId, addresses, reason)
      else {
        const listed = await countListed(tx, businessId, addresses)
        await optOut(quiet, businessId, addresses, reason)
        const missing = said.isList ? addresses.length - listed : Number(listed === 0)
        if (missing > 0) found.set(businessId, (found.get(businessId) ?? 0) + missing)
      }
    }
  }
  for (const { businessId } of new Set(holds.values()))
    found.set(businessId, (found.get(businessId) ?? 0) + 1)
  return [...found].map(([businessId, optOuts]) => ({ businessId, optOuts }))
}

async function isBusiness(tx: App, businessId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', businessId)
    .executeTakeFirst()
  return row !== undefined
}

async function countListed(tx: App, businessId: number, addresses: readonly string[]): Promise<number> {
  const { listed } = await tx.db
    .selectFrom('suppressions')
    .select((row) => row.fn.countAll<number>().as('listed'))
    .where('business_id', '=', businessId)
    .where('address', 'in', [...addresses])
    .where('reason', '!=', heldReason)
    .executeTakeFirstOrThrow()
  return Number(listed)
}
