import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { chatContent } from '../model/contents.ts'
import { wakeLane } from '../model/job-names.ts'
import { noteMoved } from '../model/moved-notes.ts'

export type ChatMessage = {
  /** E.164, or a user id. */
  to: string
  leadId: number | null
  phoneNumberId: string
  /** As people read it. */
  text: string
  /** `type`, the object of that name, and `context` where it answers: what the Cloud API takes beside the recipient. */
  payload: object
  /** As `originOf` names it. */
  origin: string
}

/**
 * Puts a free message into the outbox, inside a transaction. The provider takes it only within 24 hours of the
 * person's last message: whoever calls has looked.
 * @returns the message's id.
 */
export async function queueChat(tx: App, businessId: number, chat: ChatMessage): Promise<number> {
  const message = await tx.db
    .insertInto('messages')
    .values({
      business_id: businessId,
      lead_id: chat.leadId,
      content_id: await chatContent(tx, businessId),
      phone_number_id: chat.phoneNumberId,
      recipient_phone: chat.to,
      variables: [chat.text, JSON.stringify(chat.payload)],
      origin: chat.origin,
      status: 'queued',
      due_at: sql<Date>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await wakeLane(tx, businessId, chat.phoneNumberId)
  noteMoved(tx, businessId, null)
  return message.id
}

/** The same for many messages at once. @returns their ids, in the same order. */
export async function queueChats(
  tx: App,
  businessId: number,
  chats: readonly ChatMessage[],
): Promise<number[]> {
  if (chats.length === 0) return []
  const contentId = await chatContent(tx, businessId)
  const column = <K extends keyof ChatMessage>(key: K) => chats.map((chat) => chat[key])
  // Arrays and not rows of parameters: a statement of 200 messages is the same text as one of two.
  const { rows } = await sql<{ id: number }>`
    insert into messages (business_id, lead_id, content_id, phone_number_id, recipient_phone, variables, origin, status, due_at)
    select ${businessId}, c.lead_id, ${contentId}, c.number, c.recipient, array[c.body, c.payload], c.origin, 'queued', now()
    from unnest(${column('leadId')}::bigint[], ${column('phoneNumberId')}::text[], ${column('to')}::text[],
      ${column('text')}::text[], ${chats.map(({ payload }) => JSON.stringify(payload))}::text[],
      ${column('origin')}::text[])
      with ordinality as c (lead_id, number, recipient, body, payload, origin, nr)
    order by c.nr returning id`.execute(tx.db)
  for (const number of new Set(chats.map(({ phoneNumberId }) => phoneNumberId))) {
    await wakeLane(tx, businessId, number)
  }
  noteMoved(tx, businessId, null)
  return rows.map(({ id }) => Number(id)).sort((a, b) => a - b)
}
