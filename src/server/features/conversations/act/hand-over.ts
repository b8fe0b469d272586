import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { noteConversations } from '../notes.ts'
import { conversationsOf } from '../receive/whose.ts'
import { assignByBot, recordBotNotes } from './bot-acts.ts'

type HandOver = {
  /** Where people whom nobody has a conversation with get one. */
  phoneNumberId: string
  /** Who goes on; null: whoever it is assigned to already. */
  userId: number | null
  /** For the team; empty: none. */
  note: string
}

/**
 * Gives the conversations of some leads to the team, at the top of the inbox: the newest that each has, or a new one.
 * Inside a transaction that holds the people's lock and the conversations'.
 */
export async function handOverLeads(
  tx: App,
  businessId: number,
  leadIds: readonly number[],
  { phoneNumberId, userId, note }: HandOver,
): Promise<void> {
  const { rows } = await sql<{ id: number; addresses: string[]; conversation_id: number | null }>`
    select l.id, array_remove(array[l.phone, l.bsuid], null) as addresses, c.id as conversation_id
    from leads l left join lateral (
      select id from conversations c where c.business_id = l.business_id and c.lead_id = l.id
      order by last_at desc, id desc limit 1) c on true
    where l.business_id = ${businessId} and l.id = any(${[...leadIds]}::bigint[])
    order by l.id`.execute(tx.db)
  const strangers = rows.filter((row) => row.conversation_id === null && row.addresses.length > 0)
  const opened = await conversationsOf(
    tx,
    businessId,
    strangers.map(({ addresses }) => ({ phoneNumberId, addresses })),
  )
  const of = [
    ...rows.flatMap(({ id, conversation_id }) => (conversation_id === null ? [] : [{ id, conversation_id }])),
    ...strangers.map(({ id }, at) => ({ id, conversation_id: opened[at]! })),
  ]
  const ids = [...new Set(of.map(({ conversation_id }) => Number(conversation_id)))]
  if (ids.length === 0) return
  await sql`
    update conversations c set lead_id = coalesce(c.lead_id, g.lead_id)
    from unnest(${of.map((one) => one.id)}::bigint[], ${of.map((one) => one.conversation_id)}::bigint[])
      as g (lead_id, id)
    where c.business_id = ${businessId} and c.id = g.id`.execute(tx.db)
  await recordBotNotes(
    tx,
    businessId,
    ids.flatMap((conversationId) => [
      { kind: 'bot_handed_over' as const, conversationId, reason: 'sequence' },
      ...(note === '' ? [] : [{ kind: 'note' as const, conversationId, text: note }]),
    ]),
  )
  if (userId !== null) for (const id of ids) await assignByBot(tx, businessId, id, userId)
  await noteConversations(tx, businessId, ids)
}
