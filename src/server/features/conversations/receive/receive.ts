import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import {
  addressesOf,
  type Identity,
  lockPeople,
  readIdentity,
  sinceErasure,
  withSpellings,
} from '#server/features/leads/leads.ts'
import { isOfBusiness } from '#server/platform/by-whole-key.ts'
import { rowsAsJson } from '#server/platform/sql/rows-as-json.ts'
import type { IncomingMessageEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { noteConversations } from '../notes.ts'
import { searchText } from '../search-text.ts'
import { applyChange, applyEarlyChanges } from './changes.ts'
import { changeOf, keptOf } from './content.ts'
import { keepFile } from './keep-file.ts'
import { cleaned, timeOf } from './values.ts'
import { conversationsOf, type Partner } from './whose.ts'

type Inbound = IncomingMessageEvent & { businessId: number; webhookEventId: number }
type Said = Identity & { event: Inbound; at: Date }

const hour = 3_600_000
/** Free messages are allowed for so long after a person wrote. An advertisement makes messages cost nothing for longer. */
const windowHours = 24

/**
 * Keeps what people wrote in their conversations: each message once, whatever its kind. Reactions, deletions and edits
 * change the message that they name. A closed conversation opens again.
 */
export async function receiveMessages(app: App, events: readonly Inbound[]): Promise<void> {
  for (const [businessId, theirs] of Map.groupBy(events, (event) => event.businessId)) {
    const said = theirs.flatMap((event): Said[] => {
      if (event.groupId || !event.phoneNumberId) return []
      const who = readIdentity({
        waId: event.from,
        userId: event.fromUserId,
        parentUserId: event.fromParentUserId,
      })
      return addressesOf(who).length === 0 ? [] : [{ ...who, event, at: timeOf(app, event) }]
    })
    if (said.length > 0) await receiveOfBusiness(app, businessId, said)
  }
}

async function receiveOfBusiness(app: App, businessId: number, said: readonly Said[]): Promise<void> {
  const receive = async (tx: App): Promise<void> => {
    await lockPeople(tx, businessId)
    const { counting } = await sinceErasure(tx, businessId, said)
    const partners = new Map<string, Partner>()
    for (const one of counting) {
      partners.set(keyOf(one), { phoneNumberId: one.event.phoneNumberId!, addresses: addressesOf(one) })
    }
    const ids = await conversationsOf(tx, businessId, [...partners.values()])
    if (counting.some(({ event }) => changeOf(event.content))) await lockRows(tx, businessId, ids)
    const idOf = new Map([...partners.keys()].map((key, nr) => [key, ids[nr]!]))
    const changed = new Set<number>()
    let gathered: Said[] = []
    const keepGathered = async (): Promise<void> => {
      const messages = gathered.map((one): Message => ({ ...one, id: idOf.get(keyOf(one))! }))
      gathered = []
      for (const id of await keepMessages(tx, businessId, messages)) changed.add(id)
    }
    for (const one of counting) {
      const change = changeOf(one.event.content)
      if (!change) {
        gathered.push(one)
        continue
      }
      // The message that it changes is there before.
      await keepGathered()
      const id = idOf.get(keyOf(one))!
      const made = { conversationId: id, fromUs: false, wamid: one.event.wamid, at: one.at }
      if (await applyChange(tx, businessId, made, change)) changed.add(id)
      if (change.change === 'reaction') await openWindow(tx, businessId, id, one.at)
    }
    await keepGathered()
    await noteConversations(tx, businessId, [...changed])
  }
  await app.transaction(receive)
}

/** All at once and in order, as the chatbot does: of several changes each would lock its own at its turn. */
async function lockRows(tx: App, businessId: number, ids: readonly number[]): Promise<void> {
  await sql`
    select 1 from conversations where ${isOfBusiness(businessId)} and id = any(${[...new Set(ids)]}::bigint[])
    order by id for no key update`.execute(tx.db)
}

const keyOf = (one: Said): string => `${one.event.phoneNumberId} ${addressesOf(one).join(' ')}`

type Message = Said & { id: number }

/** Keeps messages, each once, in their order. @returns the conversations that have new ones. */
async function keepMessages(tx: App, businessId: number, messages: readonly Message[]): Promise<number[]> {
  if (messages.length === 0) return []
  const rows = messages.map(({ id, event, at }, nr) => {
    const { kind, text, content } = keptOf(event.content, event.from)
    return {
      nr,
      conversation_id: id,
      wamid: cleaned(event.wamid)!,
      kind,
      text: cleaned(text),
      content,
      reply_to: event.replyTo ?? null,
      referral: event.referral ?? null,
      forwarded: event.forwarded === true,
      webhook_event_id: event.webhookEventId,
      at,
      words: searchText(text ?? ''),
    }
  })
  const { rows: added } = await sql<{ id: number; wamid: string }>`
    insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, reply_to, referral,
      forwarded, webhook_event_id, at, received_at, search)
    select ${businessId}, conversation_id, wamid, kind, text, content, reply_to, referral, forwarded, webhook_event_id,
      at, ${tx.now()}::timestamptz, to_tsvector('simple', words)
    from jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) as m (nr int, conversation_id bigint, wamid text, kind text,
      text text, content jsonb, reply_to text, referral jsonb, forwarded boolean, webhook_event_id bigint,
      at timestamptz, words text)
    order by nr
    on conflict (business_id, wamid) do nothing
    returning id, wamid`.execute(tx.db)
  const idOf = new Map(added.map((row) => [row.wamid, Number(row.id)]))
  const fresh = messages.flatMap((message, nr) => {
    const inboundId = idOf.get(rows[nr]!.wamid)
    // The same message twice in one set is one.
    idOf.delete(rows[nr]!.wamid)
    return inboundId === undefined ? [] : [{ ...message, inboundId, isPersons: rows[nr]!.kind !== 'system' }]
  })
  for (const { id, inboundId, event } of fresh) await keepFile(tx, businessId, id, inboundId, event.content)
  const byConversation = Map.groupBy(fresh, ({ id }) => id)
  await moveConversations(tx, businessId, byConversation)
  await applyEarlyChanges(
    tx,
    businessId,
    added.map(({ wamid }) => wamid),
  )
  return [...byConversation.keys()]
}

type Fresh = Message & { inboundId: number; isPersons: boolean }

/** Each conversation has its newest messages: one row of it is written, however many they are. */
async function moveConversations(
  tx: App,
  businessId: number,
  byConversation: ReadonlyMap<number, readonly Fresh[]>,
): Promise<void> {
  if (byConversation.size === 0) return
  const rows = [...byConversation].map(([id, all]) => {
    const latest = all.reduce((one, other) => (other.at >= one.at ? other : one))
    const persons = all.filter(({ isPersons }) => isPersons)
    const wroteAt = latestOf(persons.map(({ at }) => at.getTime()))
    return {
      id,
      at: latest.at,
      address: addressesNow(latest)[0]!,
      // Of the last message whose sender has a lead.
      senders: all.toReversed().map(addressesNow),
      addresses: [...new Set(all.flatMap(addressesNow))],
      inbound_id: Math.max(...all.map(({ inboundId }) => inboundId)),
      wrote_at: wroteAt,
      until: wroteAt && new Date(wroteAt.getTime() + windowHours * hour),
    }
  })
  const everyone = withSpellings(rows.flatMap(({ addresses }) => addresses))
  const { rows: leads } = await sql<{ id: number; phone: string | null; bsuid: string | null }>`
    select * from (
      select id, phone, bsuid from leads
      where ${isOfBusiness(businessId)} and phone = any(${everyone}::text[])
      union
      select id, phone, bsuid from leads
      where ${isOfBusiness(businessId)} and bsuid = any(${everyone}::text[])
    ) l order by phone is null, id`.execute(tx.db)
  const leadOf = new Map<string, { id: number; nr: number }>()
  for (const [nr, { id, phone, bsuid }] of leads.entries()) {
    for (const one of [phone, bsuid]) {
      if (one !== null && !leadOf.has(one)) leadOf.set(one, { id: Number(id), nr })
    }
  }
  /** The first in the order of the leads, of the addresses of one message. */
  const leadAmong = (addresses: readonly string[]): number | undefined =>
    addresses.flatMap((one) => leadOf.get(one) ?? []).sort((a, b) => a.nr - b.nr)[0]?.id
  const moved = rows.map(({ senders, addresses: _, ...row }) => ({
    ...row,
    lead_id: senders.flatMap((one) => leadAmong(one) ?? leadAmong(withSpellings(one)) ?? [])[0] ?? null,
  }))
  await sql`
    with news as materialized (
      select * from jsonb_to_recordset(${rowsAsJson(moved)}::jsonb) as n (id bigint, at timestamptz, address text,
        lead_id bigint, inbound_id bigint, wrote_at timestamptz, until timestamptz)
    ),
    before as materialized (
      select id, state from conversations
      where ${isOfBusiness(businessId)} and id = any(array(select id from news)) order by id for no key update
    ),
    told as (
      insert into conversation_events (business_id, conversation_id, kind, at)
      select ${businessId}, b.id, 'reopened', ${tx.now()}::timestamptz from before b join news n on n.id = b.id
      where b.state <> 'open' and n.wrote_at is not null
    )
    update conversations c set
      address = case when n.at >= coalesce(c.last_inbound_at, '-infinity') then n.address else c.address end,
      lead_id = coalesce(n.lead_id, c.lead_id),
      last_inbound_id = greatest(c.last_inbound_id, n.inbound_id),
      last_inbound_at = greatest(c.last_inbound_at, n.wrote_at),
      window_until = greatest(c.window_until, n.until),
      last_at = greatest(c.last_at, n.at),
      state = case when n.wrote_at is not null then 'open' else c.state end,
      snoozed_until = case when n.wrote_at is not null then null else c.snoozed_until end
    from before b join news n on n.id = b.id
    where ${isOfBusiness(businessId, 'c.business_id')} and c.id = b.id`.execute(tx.db)
}

/** Where a person is after a message: WhatsApp's notice of another number or user id names it. */
function addressesNow(one: Said): string[] {
  const { content } = one.event
  if (content.type !== 'system') return addressesOf(one)
  const { newWaId: waId, newUserId: userId, newParentUserId: parentUserId } = content
  const now = addressesOf(readIdentity({ waId, userId, parentUserId }))
  return now.length > 0 ? now : addressesOf(one)
}

const latestOf = (times: readonly number[]): Date | null =>
  times.length === 0 ? null : new Date(Math.max(...times))

/** Whatever a person does opens the window. */
async function openWindow(tx: App, businessId: number, id: number, at: Date): Promise<void> {
  const until = new Date(at.getTime() + windowHours * hour)
  await sql`
    update conversations set window_until = greatest(window_until, ${until}::timestamptz)
    where business_id = ${businessId} and id = ${id}`.execute(tx.db)
}
