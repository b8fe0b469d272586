import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import {
  addressesOf,
  type Identity,
  lockPeople,
  readIdentity,
  sinceErasure,
} from '#server/features/leads/leads.ts'
import { cleanFileName } from '#server/platform/file-name.ts'
import type {
  EchoEvent,
  IncomingContent,
  IncomingMessageEvent,
} from '#server/providers/meta/webhooks/webhook-events.ts'
import { fetchFile } from '../files/fetch-file.ts'
import { noteConversations } from '../notes.ts'
import { searchText } from '../search-text.ts'
import { changeOf, keptOf } from './content.ts'
import { conversationOf } from './whose.ts'

type Received<E> = E & { businessId: number; webhookEventId: number }
type Inbound = Received<IncomingMessageEvent>
type Said = Identity & { event: Inbound; at: Date }

const hour = 3_600_000
/** Free messages are allowed for so long after a person wrote; longer after they came from an advertisement. */
const windowHours = 24
const entryHours = 72

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
  await app.transaction(async (tx) => {
    await lockPeople(tx, businessId)
    const { counting } = await sinceErasure(tx, businessId, said)
    const ofPerson = new Map<string, number>()
    const changed = new Set<number>()
    for (const one of counting) {
      const { event } = one
      const addresses = addressesOf(one)
      const key = `${event.phoneNumberId} ${addresses.join(' ')}`
      const id =
        ofPerson.get(key) ??
        (await conversationOf(tx, businessId, { phoneNumberId: event.phoneNumberId!, addresses }))
      ofPerson.set(key, id)
      const change = changeOf(event.content)
      const isNew = change
        ? await applyChange(tx, businessId, id, one, change)
        : await keepMessage(tx, businessId, id, one)
      if (isNew) changed.add(id)
    }
    await noteConversations(tx, businessId, [...changed])
  })
}

/** @returns false for a message that is known. */
async function keepMessage(
  tx: App,
  businessId: number,
  id: number,
  { event, at, ...who }: Said,
): Promise<boolean> {
  const { kind, text, content } = keptOf(event.content)
  const address = addressesOf(who)[0]!
  const { rows } = await sql<{ id: number }>`
    insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, reply_to, referral,
      forwarded, webhook_event_id, at, received_at, search)
    values (${businessId}, ${id}, ${event.wamid}, ${kind}, ${cleaned(text)}::text, ${json(content)}::jsonb,
      ${event.replyTo ?? null}::text, ${event.referral ? json(event.referral) : null}::jsonb,
      ${event.forwarded === true}, ${event.webhookEventId}, ${at}, ${tx.now()},
      to_tsvector('simple', ${searchText(text ?? '')}))
    on conflict (business_id, wamid) do nothing
    returning id`.execute(tx.db)
  const added = rows[0]
  if (!added) return false
  await keepFile(tx, businessId, id, added.id, event.content)
  const isPersons = kind !== 'system'
  const until = new Date(at.getTime() + (event.referral?.clickId ? entryHours : windowHours) * hour)
  await sql`
    with before as (
      select id, state from conversations where business_id = ${businessId} and id = ${id} for update
    ),
    told as (
      insert into conversation_events (business_id, conversation_id, kind, at)
      select ${businessId}, id, 'reopened', ${tx.now()}::timestamptz from before where state <> 'open' and ${isPersons}
    )
    update conversations c set
      address = case when ${at}::timestamptz >= coalesce(c.last_inbound_at, '-infinity') then ${address} else c.address end,
      lead_id = coalesce((
        select l.id from leads l where l.business_id = ${businessId}
          and (l.phone = any(${addressesOf(who)}::text[]) or l.bsuid = any(${addressesOf(who)}::text[]))
        order by l.phone is null, l.id limit 1), c.lead_id),
      last_inbound_id = greatest(c.last_inbound_id, ${added.id}::bigint),
      last_inbound_at = case when ${isPersons} then greatest(c.last_inbound_at, ${at}::timestamptz) else c.last_inbound_at end,
      window_until = case when ${isPersons} then greatest(c.window_until, ${until}::timestamptz) else c.window_until end,
      last_at = greatest(c.last_at, ${at}::timestamptz),
      state = case when ${isPersons} then 'open' else c.state end,
      snoozed_until = case when ${isPersons} then null else c.snoozed_until end
    from before where c.business_id = ${businessId} and c.id = before.id`.execute(tx.db)
  return true
}

/** A file is fetched by a job of its own: the message is shown before. */
async function keepFile(
  tx: App,
  businessId: number,
  conversationId: number,
  inboundId: number,
  content: IncomingContent,
): Promise<void> {
  if (!('media' in content)) return
  const { id } = await tx.db
    .insertInto('chat_files')
    .values({
      business_id: businessId,
      conversation_id: conversationId,
      inbound_id: inboundId,
      state: 'waiting',
      provider_media_id: content.media.id ?? null,
      kind: content.type,
      mime: content.media.mimeType ?? null,
      file_name: content.media.filename ? cleanFileName(content.media.filename) : null,
      created_at: tx.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.enqueue(fetchFile, { business_id: businessId, file_id: id })
}

async function applyChange(
  tx: App,
  businessId: number,
  conversationId: number,
  { event, at }: Said,
  change: NonNullable<ReturnType<typeof changeOf>>,
): Promise<boolean> {
  if (change.change === 'reaction') {
    await sql`
      insert into message_reactions (business_id, conversation_id, wamid, from_us, emoji, reaction_wamid, at)
      values (${businessId}, ${conversationId}, ${change.wamid}, false, ${change.emoji}::text, ${event.wamid}, ${at})
      on conflict (business_id, wamid, from_us) do update
        set emoji = excluded.emoji, reaction_wamid = excluded.reaction_wamid, at = excluded.at
        where message_reactions.at <= excluded.at`.execute(tx.db)
    await openWindow(tx, businessId, conversationId, at)
    return true
  }
  const text = change.change === 'edit' ? cleaned(change.text) : null
  // Only the person's own message in this conversation.
  const { numAffectedRows } = await sql`
    update inbound_messages set
      deleted_at = case when ${change.change === 'revoke'} then ${at}::timestamptz else deleted_at end,
      edited_at = case when ${change.change === 'edit'} then ${at}::timestamptz else edited_at end,
      text = case when ${change.change === 'revoke'} then null else coalesce(${text}::text, text) end,
      content = case when ${change.change === 'revoke'} then '{}' else content end,
      search = case when ${change.change === 'revoke'} then null
        else to_tsvector('simple', ${searchText(text ?? '')}) end
    where business_id = ${businessId} and conversation_id = ${conversationId} and wamid = ${change.wamid}
      and not echo and deleted_at is null and (edited_at is null or edited_at <= ${at}::timestamptz)`.execute(
    tx.db,
  )
  return (numAffectedRows ?? 0n) > 0n
}

/** Whatever a person does opens the window. */
async function openWindow(tx: App, businessId: number, id: number, at: Date): Promise<void> {
  const until = new Date(at.getTime() + windowHours * hour)
  await sql`
    update conversations set window_until = greatest(window_until, ${until}::timestamptz)
    where business_id = ${businessId} and id = ${id}`.execute(tx.db)
}

/** What the owner typed in the phone app stands in the conversation as ours. */
export async function receiveEchoes(app: App, events: readonly Received<EchoEvent>[]): Promise<void> {
  for (const event of events) {
    const who = readIdentity({ waId: event.to })
    if (!event.phoneNumberId || addressesOf(who).length === 0) continue
    const { businessId, phoneNumberId } = event
    const at = timeOf(app, event)
    await app.transaction(async (tx) => {
      await lockPeople(tx, businessId)
      const { counting } = await sinceErasure(tx, businessId, [{ ...who, at }])
      if (counting.length === 0) return
      const id = await conversationOf(tx, businessId, { phoneNumberId, addresses: addressesOf(who) })
      const { kind, text, content } = keptOf(event.content)
      await sql`
        with added as (
          insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, echo,
            webhook_event_id, at, received_at, search)
          values (${businessId}, ${id}, ${event.wamid}, ${kind}, ${cleaned(text)}::text, ${json(content)}::jsonb, true,
            ${event.webhookEventId}, ${at}, ${tx.now()}, to_tsvector('simple', ${searchText(text ?? '')}))
          on conflict (business_id, wamid) do nothing
          returning id
        )
        update conversations set last_at = greatest(last_at, ${at}::timestamptz)
        where business_id = ${businessId} and id = ${id} and exists (select from added)`.execute(tx.db)
      await noteConversations(tx, businessId, [id])
    })
  }
}

/** PostgreSQL takes neither halves of characters nor zero bytes. */
const cleaned = (text: string | null): string | null =>
  text?.toWellFormed().replaceAll('\0', '').slice(0, longestKept) ?? null
const longestKept = 65_536
const json = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '')

/** WhatsApp tells whole seconds: it was said at the end of one. A clock ahead of ours must not outrank what is next. */
function timeOf(app: App, { at }: { at?: number }): Date {
  return new Date(Math.min((at ?? Number.POSITIVE_INFINITY) + 999, app.now().getTime()))
}
