import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { addressesOf, linkPeople, readIdentity } from '#server/features/leads/leads.ts'
import { installTag, readCallbackData } from '../callback-data.ts'
import type { ReceivedStatus } from '../status-sets.ts'

type Named = { id: number; phoneNumberId: string; addresses: string[] }

/** People whose ids were seen lately, so that the second and third status of a message cost nothing. */
const seen = new Set<string>()
const mostSeen = 200_000
const setSize = 2000

/**
 * A status names the user id of whom we wrote to by phone. Remembered, it lets their STOP find them after they hide
 * their number. Only statuses of our own messages count.
 */
export async function learnUserIds(app: App, events: readonly ReceivedStatus[]): Promise<void> {
  const tag = installTag(app)
  const fresh = new Map<string, Named>()
  for (const event of events) {
    const named = event.phoneNumberId ? readCallbackData(tag, event.callbackData) : undefined
    if (!named || !event.phoneNumberId) continue
    const who = readIdentity({
      waId: event.recipientId,
      userId: event.recipientUserId,
      parentUserId: event.parentRecipientUserId,
    })
    if (!who.bsuid && !who.parentBsuid) continue
    const addresses = addressesOf(who)
    const key = `${event.phoneNumberId} ${named.id} ${addresses.join(' ')}`
    if (!seen.has(key)) fresh.set(key, { id: named.id, phoneNumberId: event.phoneNumberId, addresses })
  }
  const all = [...fresh.values()]
  for (let from = 0; from < all.length; from += setSize) await learn(app, all.slice(from, from + setSize))
  if (seen.size + fresh.size > mostSeen) seen.clear()
  for (const key of fresh.keys()) seen.add(key)
}

async function learn(app: App, named: readonly Named[]): Promise<void> {
  const { rows } = await sql<{ business_id: number; recipient: string; nr: number }>`
    select m.business_id, m.recipient_phone as recipient, e.nr
    from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ phoneNumberId }) => phoneNumberId)}::text[])
      with ordinality as e (id, phone, nr)
    join lanes l on l.phone_number_id = e.phone
    join messages m on m.business_id = l.business_id and m.id = e.id and m.phone_number_id = e.phone`.execute(
    app.db,
  )
  for (const [businessId, theirs] of Map.groupBy(rows, ({ business_id }) => business_id)) {
    const sets = theirs.map(({ recipient, nr }) => [
      ...new Set([recipient, ...(named[Number(nr) - 1]?.addresses ?? [])]),
    ])
    await linkPeople(app, businessId, sets)
  }
}
