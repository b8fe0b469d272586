import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { meaningOf } from '../consent/replies/meaning.ts'
import type { Reply } from '../consent/replies/reply-event.ts'
import { addressesOf, type Identity } from '../people/addresses.ts'
import { everyAddressOf, lockPeople } from '../people/aliases.ts'
import { noteReturn } from '../people/returns.ts'
import { welcomeErased } from '../people/write-again.ts'
import { phoneVariants } from '../phone/phone.ts'
import { applyReply } from './apply-reply.ts'
import { keepReply } from './keep-reply.ts'
import { linkPeople } from './link.ts'

/** A person wrote to the business. Their number may be hidden; then they have a user id. */
export type InboundEvent = Reply & {
  businessId: number
  /** The name in their profile. */
  name: string | null
  /** Their WhatsApp username, without the @. */
  username?: string | null
}

/**
 * Records who wrote when, and what. Strangers become leads; opt-outs hold at once.
 * Recording an event twice changes nothing.
 */
export async function recordInbound(app: App, events: readonly InboundEvent[]): Promise<void> {
  const byBusiness = Map.groupBy(events, ({ businessId }) => businessId)
  for (const [businessId, all] of byBusiness) {
    await app.transaction(async (tx) => {
      await lockPeople(tx, businessId)
      const theirs = await welcomeErased(tx, businessId, all)
      for (const { phone, at } of theirs) if (phone) await noteReturn(tx, businessId, phone, at)
      await linkPeople(tx, businessId, theirs.map(addressesOf))
      for (const event of people(theirs)) await meet(tx, businessId, event)
      for (const event of theirs)
        await applyReply(tx, businessId, event, await keepReply(tx, businessId, event))
    })
  }
}

/** One event per person, the latest, in an order that two batches at once share. */
function people(events: readonly InboundEvent[]): InboundEvent[] {
  const latest = new Map<string, InboundEvent>()
  for (const event of events) {
    const [key] = addressesOf(event)
    if (key === undefined) continue
    const seen = latest.get(key)
    if (!seen || seen.at < event.at) latest.set(key, event)
  }
  return [...latest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event)
}

/** Notes on the leads of whoever wrote that they did; a person without a lead becomes one. */
async function meet(tx: App, businessId: number, event: InboundEvent): Promise<void> {
  const addresses = addressesOf(event)
  const own = await touch(tx, businessId, addresses, event)
  if (own.length > 0) return await rememberId(tx, businessId, own, event)
  // Known by another address: no second lead, unless they opt in, which holds for this address alone.
  const meaning = meaningOf(event)
  const asksForMessages = meaning === 'subscribe' || meaning === 'start'
  const others = await touch(tx, businessId, await everyAddressOf(tx.db, businessId, addresses), event)
  if (others.length === 0 || asksForMessages) await addWriter(tx, businessId, event)
}

async function touch(
  tx: App,
  businessId: number,
  addresses: readonly string[],
  { name, username = null, at }: InboundEvent,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update leads set
      last_inbound_at = greatest(last_inbound_at, ${at}::timestamptz),
      name = case when name = '' then coalesce(${name}, '') else name end,
      username = coalesce(${username}, username),
      -- they wrote: the number works
      unreachable_at = null,
      updated_at = ${tx.now()}
    where business_id = ${businessId} and (phone = any(${addresses.flatMap(phoneVariants)}::text[])
      or bsuid = any(${addresses}::text[]))
    returning id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** The lead of a phone learns the user id beside it, where no other lead has it. */
async function rememberId(
  tx: App,
  businessId: number,
  ids: readonly number[],
  { bsuid, parentBsuid }: InboundEvent,
): Promise<void> {
  const id = bsuid ?? parentBsuid
  if (!id || ids.length !== 1) return
  await sql`
    update leads set bsuid = ${id} where business_id = ${businessId} and id = ${ids[0]} and bsuid is null
      and not exists (select from leads other where other.business_id = ${businessId} and other.bsuid = ${id})`.execute(
    tx.db,
  )
}

/** Somebody we did not know. One of their addresses may have opted out while it was no lead. */
export async function addWriter(
  tx: App,
  businessId: number,
  event: Identity & { name: string | null; username?: string | null; at: Date | null },
): Promise<void> {
  const { phone, bsuid, parentBsuid, name, username = null, at } = event
  await sql`
    insert into leads (business_id, name, username, phone, bsuid, source, last_inbound_at, consent, consent_at, consent_source)
    select ${businessId}, ${name ?? ''}, ${username}::text, ${phone}::text, ${bsuid ?? parentBsuid ?? null}::text, 'inbound',
      ${at}::timestamptz, case when s.at is null then 'none' else 'opted_out' end, s.at, s.reason
    from (select) as once
    left join lateral (
      select at, reason from suppressions
      where business_id = ${businessId}
        and address = any(${addressesOf(event).flatMap(phoneVariants)}::text[])
      order by at limit 1
    ) s on true
    on conflict do nothing`.execute(tx.db)
}
