import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { addressesOf, linkPeople, readIdentity } from '#server/features/leads/leads.ts'
import { installTags, readCallbackData } from '../model/callback-data.ts'
import { hasNoPerson } from '../model/erase-recipient.ts'
import { businessOf, ofOne } from '../model/moved.ts'
import type { ReceivedStatus } from './status-sets.ts'

type Named = { businessId: number; id: number; phoneNumberId: string; addresses: string[] }

/** People whose ids were seen lately, by database, so that the second and third status of a message cost nothing. */
const seenIn = new WeakMap<App['pool'], Set<string>>()
const mostSeen = 200_000
const setSize = 2000

/**
 * A status names the user id of whom we wrote to by phone. Remembered, it lets their STOP find them after they hide
 * their number. Only statuses of our own messages count.
 */
export async function learnUserIds(app: App, events: readonly ReceivedStatus[]): Promise<void> {
  const tags = await installTags(app)
  const seen = seenIn.get(app.pool) ?? new Set()
  seenIn.set(app.pool, seen)
  const fresh = new Map<string, Named>()
  for (const event of events) {
    const named = event.phoneNumberId ? readCallbackData(tags, event.callbackData) : undefined
    if (!named || !event.phoneNumberId) continue
    const who = readIdentity({
      waId: event.recipientId,
      userId: event.recipientUserId,
      parentUserId: event.parentRecipientUserId,
    })
    if (!who.bsuid && !who.parentBsuid) continue
    const addresses = addressesOf(who)
    const { businessId, phoneNumberId } = event
    const key = `${businessId} ${named.id} ${addresses.join(' ')}`
    if (!seen.has(key)) fresh.set(key, { businessId, id: named.id, phoneNumberId, addresses })
  }
  const all = [...fresh.values()]
  for (let from = 0; from < all.length; from += setSize) await learn(app, all.slice(from, from + setSize))
  if (seen.size + fresh.size > mostSeen) seen.clear()
  for (const key of fresh.keys()) seen.add(key)
}

async function learn(app: App, named: readonly Named[]): Promise<void> {
  const { rows } = await sql<{ recipient: string; nr: number }>`
    select m.recipient_phone as recipient, e.nr
    from unnest(${named.map(({ businessId }) => businessId)}::bigint[], ${named.map(({ id }) => id)}::bigint[],
      ${named.map(({ phoneNumberId }) => phoneNumberId)}::text[]) with ordinality as e (business_id, id, phone, nr)
    join messages m on m.business_id = e.business_id and ${ofOne(businessOf(named), 'm.business_id')}
      and m.id = e.id and m.phone_number_id = e.phone`.execute(app.db)
  const found = rows.flatMap(({ recipient, nr }) => {
    const one = named[Number(nr) - 1]
    // Of somebody who was erased no address is learned.
    return one && !hasNoPerson(recipient)
      ? [{ ...one, addresses: [...new Set([recipient, ...one.addresses])] }]
      : []
  })
  for (const [businessId, theirs] of Map.groupBy(found, (one) => one.businessId)) {
    await linkPeople(
      app,
      businessId,
      theirs.map(({ addresses }) => addresses),
    )
  }
}
