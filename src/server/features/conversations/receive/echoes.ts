import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import {
  addressesOf,
  lockPeople,
  readIdentity,
  sinceErasure,
  withSpellings,
} from '#server/features/leads/leads.ts'
import type { EchoEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import { noteConversations } from '../notes.ts'
import { searchText } from '../search-text.ts'
import { applyChange, applyEarlyChanges } from './changes.ts'
import { changeOf, keptOf } from './content.ts'
import { keepFile } from './keep-file.ts'
import { cleaned, timeOf } from './values.ts'
import { conversationOf } from './whose.ts'

type Echo = EchoEvent & { businessId: number; webhookEventId: number }

/** What the owner typed in the phone app is in the conversation as ours; reactions, deletions and edits change it. */
export async function receiveEchoes(app: App, events: readonly Echo[]): Promise<void> {
  for (const event of events) {
    const who = readIdentity({ waId: event.to })
    if (!event.phoneNumberId || addressesOf(who).length === 0) continue
    const { businessId, phoneNumberId, wamid } = event
    const at = timeOf(app, event)
    await app.transaction(async (tx) => {
      await lockPeople(tx, businessId)
      const { counting } = await sinceErasure(tx, businessId, [{ ...who, at }])
      if (counting.length === 0) return
      const id = await conversationOf(tx, businessId, { phoneNumberId, addresses: addressesOf(who) })
      const change = changeOf(event.content)
      if (change) await applyChange(tx, businessId, { conversationId: id, fromUs: true, wamid, at }, change)
      else await keepEcho(tx, event, id, { at, addresses: addressesOf(who) })
      await noteConversations(tx, businessId, [id])
    })
  }
}

async function keepEcho(
  tx: App,
  event: Echo,
  id: number,
  { at, addresses }: { at: Date; addresses: readonly string[] },
): Promise<void> {
  const { businessId } = event
  const { kind, text, content } = keptOf(event.content)
  const wamid = cleaned(event.wamid)!
  const { rows } = await sql<{ id: number }>`
    insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, echo, reply_to,
      webhook_event_id, at, received_at, search)
    values (${businessId}, ${id}, ${wamid}, ${kind}, ${cleaned(text)}::text, ${json(content)}::jsonb, true,
      ${event.replyTo ?? null}::text, ${event.webhookEventId}, ${at}, ${tx.now()},
      to_tsvector('simple', ${searchText(text ?? '')}))
    on conflict (business_id, wamid) do nothing
    returning id`.execute(tx.db)
  const [added] = rows
  if (!added) return
  await keepFile(tx, businessId, id, Number(added.id), event.content)
  await sql`
    update conversations set last_at = greatest(last_at, ${at}::timestamptz),
      lead_id = coalesce(lead_id, (select l.id from leads l where l.business_id = ${businessId}
        and l.phone = any(${withSpellings(addresses)}::text[]) order by l.phone <> ${addresses[0]}, l.id limit 1))
    where business_id = ${businessId} and id = ${id}`.execute(tx.db)
  await applyEarlyChanges(tx, businessId, [wamid])
}

const json = (value: unknown): string => JSON.stringify(value).replaceAll('\\u0000', '')
