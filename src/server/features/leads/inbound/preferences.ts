import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { optIn, optOut } from '../consent/consent.ts'
import { addressesOf, type Identity, withSpellings } from '../people/addresses.ts'
import { everyAddressOf, lockPeople } from '../people/aliases.ts'
import { isOnlyErased } from '../people/write-again.ts'
import { findAnswered } from './answered-message.ts'
import { addWriter } from './inbound.ts'
import { linkPeople } from './link.ts'

/** A person chose in WhatsApp itself whether they want advertising. */
export type PreferenceChange = Identity & {
  businessId: number
  name: string | null
  wish: 'stop' | 'resume' | 'signup'
  /** WhatsApp's own sentence, which is the proof. */
  details: string | null
  at: Date
}

/** A stop holds for all addresses of the person. A signup is an opt-in with its proof: strangers become leads by it. */
export async function recordPreference(app: App, change: PreferenceChange): Promise<void> {
  const { businessId, wish, details, at } = change
  const addresses = addressesOf(change)
  await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    // Of somebody who was erased and wants nothing, nothing is kept but the hash.
    if (wish === 'stop' && (await isOnlyErased(tx, businessId, addresses))) return
    await linkPeople(tx, businessId, [addresses])
    if (wish === 'stop') {
      const everyone = await everyAddressOf(tx.db, businessId, addresses)
      const [answered] = await findAnswered(tx, businessId, [{ everyone, at }])
      const messageId = answered?.messageId ?? null
      await optOut(tx, businessId, addresses, { source: 'whatsapp_preference', details, at, messageId })
      return
    }
    if (wish === 'signup' && !(await hasLead(tx, businessId, addresses))) {
      await addWriter(tx, businessId, { ...change, at: null })
    }
    const source = wish === 'signup' ? 'whatsapp_signup' : 'whatsapp_preference'
    await optIn(tx, businessId, addresses, { source, details, at })
  })
}

async function hasLead(tx: App, businessId: number, addresses: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from leads where business_id = ${businessId}
      and (phone = any(${withSpellings(addresses)}::text[]) or bsuid = any(${addresses}::text[])) limit 1`.execute(
    tx.db,
  )
  return rows.length > 0
}
