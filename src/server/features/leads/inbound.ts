import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { phoneVariants } from './phone.ts'
import { heedReply } from './replies/heed-reply.ts'
import { keepReply } from './replies/keep-reply.ts'
import type { Reply } from './replies/reply-event.ts'

/** A person wrote to the business. Their number may be hidden; then they have a user id. */
export type InboundEvent = Reply & {
  businessId: number
  /** The name in their profile. */
  name: string | null
}

/**
 * Records who wrote when, and what. Strangers become leads; opt-outs hold at once.
 * Recording an event twice changes nothing.
 */
export async function recordInbound(app: App, events: readonly InboundEvent[]): Promise<void> {
  const byBusiness = Map.groupBy(events, ({ businessId }) => businessId)
  for (const [businessId, theirs] of byBusiness) {
    await app.transaction(async (tx) => {
      for (const event of people(theirs)) await meet(tx, businessId, event)
      for (const event of theirs)
        await heedReply(tx, businessId, event, await keepReply(tx, businessId, event))
    })
  }
}

/** One event per person, the latest, in an order that two batches at once share. */
function people(events: readonly InboundEvent[]): InboundEvent[] {
  const latest = new Map<string, InboundEvent>()
  for (const event of events) {
    const key = event.phone ?? event.bsuid
    if (key === null) continue
    const seen = latest.get(key)
    if (!seen || seen.at < event.at) latest.set(key, event)
  }
  return [...latest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, event]) => event)
}

async function meet(tx: App, businessId: number, { phone, bsuid, name, at }: InboundEvent): Promise<void> {
  const variants = phone ? phoneVariants(phone) : []
  const { rows } = await sql<{ id: number }>`
    update leads set
      last_inbound_at = greatest(last_inbound_at, ${at}::timestamptz),
      name = case when name = '' then coalesce(${name}, '') else name end,
      -- they wrote: the number works
      unreachable_at = null,
      updated_at = ${tx.now()}
    where business_id = ${businessId}
      and (phone = any(${variants}::text[]) or bsuid = ${bsuid}::text)
    returning id`.execute(tx.db)
  if (rows.length > 0) {
    if (bsuid && rows.length === 1) {
      await sql`
        update leads set bsuid = ${bsuid} where business_id = ${businessId} and id = ${rows[0]?.id} and bsuid is null
          and not exists (select from leads other where other.business_id = ${businessId} and other.bsuid = ${bsuid})`.execute(
        tx.db,
      )
    }
    return
  }
  // Somebody we did not know. Their number may have opted out while it was no lead.
  await sql`
    insert into leads (business_id, name, phone, bsuid, source, last_inbound_at, consent, consent_at, consent_source)
    select ${businessId}, ${name ?? ''}, ${phone}::text, ${bsuid}::text, 'inbound', ${at}::timestamptz,
      case when s.at is null then 'none' else 'opted_out' end, s.at, s.reason
    from (select) as once
    left join lateral (
      select at, reason from suppressions
      where business_id = ${businessId} and address = any(${[...variants, ...(bsuid ? [bsuid] : [])]}::text[])
      order by at limit 1
    ) s on true
    on conflict do nothing`.execute(tx.db)
}
