import { sql } from 'kysely'
import type { FailedCall } from '#contract/conversations/timeline.ts'
import type { App } from '#server/app.ts'
import { isOfBusiness, onNodeOf } from '#server/platform/by-whole-key.ts'
import { searchText } from '../search-text.ts'
import { knownLabels } from './known-labels.ts'

export type BotSend = {
  sendKey: string
  conversationId: number
  messageId: number
  flowId: number | null
  step: string
  text: string
  /** What it is found by as well: a template has its name as text. */
  templateText?: string | undefined
  /** A file that was uploaded for a flow. */
  fileId: number | null
}

/** So soon after a message its conversation stands where it belongs: to move it writes six indexes. */
const freshMs = 5000

/** Writes down what the chatbot sent, in the transaction that put it into the outbox. */
export async function recordBotSends(tx: App, businessId: number, sends: readonly BotSend[]): Promise<void> {
  if (sends.length === 0) return
  const now = tx.now()
  await sql`
    insert into conversation_sends (business_id, send_key, conversation_id, message_id, user_id, text, bot_flow_id,
      bot_step, search, file_id, at)
    select ${businessId}, s.send_key, s.conversation_id, s.message_id, null, s.text, s.flow_id, s.step,
      to_tsvector('simple', s.search), s.file_id, ${now}
    from unnest(${sends.map((one) => one.sendKey)}::uuid[], ${sends.map((one) => one.conversationId)}::bigint[],
      ${sends.map((one) => one.messageId)}::bigint[], ${sends.map((one) => one.text)}::text[],
      ${sends.map((one) => one.flowId)}::bigint[], ${sends.map((one) => one.step)}::text[],
      ${sends.map(({ text, templateText = '' }) => searchText(`${text} ${templateText}`))}::text[], ${sends.map((one) => one.fileId)}::bigint[])
      as s (send_key, conversation_id, message_id, text, flow_id, step, search, file_id)`.execute(tx.db)
  await sql`
    update conversations set last_at = ${now}::timestamptz
    where ${isOfBusiness(businessId)} and id = any(${sends.map((one) => one.conversationId)}::bigint[])
      and last_at < ${new Date(now.getTime() - freshMs)}::timestamptz`.execute(tx.db)
}

export type BotNote =
  | { kind: 'note'; conversationId: number; text: string }
  | { kind: 'bot_handed_over' | 'bot_stopped'; conversationId: number; reason: string }
  | { kind: 'bot_call_failed'; conversationId: number; call: FailedCall }

/** Of conversations that a guard stopped. */
const stoppedLabel = 'bot-stopped'

/** Notes and ends of the chatbot. An end puts the conversation before the team: open, at the top, unread; a stop labels it. */
export async function recordBotNotes(tx: App, businessId: number, notes: readonly BotNote[]): Promise<void> {
  if (notes.length === 0) return
  await tx.db
    .insertInto('conversation_events')
    .values(
      notes.map((note) => ({
        business_id: businessId,
        conversation_id: note.conversationId,
        kind: note.kind,
        text: note.kind === 'note' ? note.text : null,
        details: JSON.stringify(detailsOf(note)),
        at: tx.now(),
      })),
    )
    .execute()
  const idsOf = (...kinds: BotNote['kind'][]) =>
    notes.filter(({ kind }) => kinds.includes(kind)).map((note) => note.conversationId)
  const ended = idsOf('bot_stopped', 'bot_handed_over')
  if (ended.length === 0) return
  const stopped = idsOf('bot_stopped')
  if (stopped.length > 0) await knownLabels(tx, businessId, [stoppedLabel])
  await sql`
    update conversations c set state = 'open', snoozed_until = null, last_at = greatest(last_at, ${tx.now()}::timestamptz),
      labels = case when id = any(${stopped}::bigint[]) and not labels @> array[${stoppedLabel}::text]
        then labels || ${stoppedLabel}::text else labels end,
      read_inbound_id = least(read_inbound_id, coalesce((
        select max(i.id) from inbound_messages i where i.business_id = c.business_id and ${onNodeOf(businessId, 'i.business_id')}
          and i.conversation_id = c.id and i.id < c.last_inbound_id and not i.echo), 0))
    where business_id = ${businessId} and id = any(${ended}::bigint[])`.execute(tx.db)
}

function detailsOf(note: BotNote): object {
  switch (note.kind) {
    case 'note':
      return { bot: true }
    case 'bot_call_failed':
      return note.call
    default:
      return { reason: note.reason }
  }
}

/** @returns false where the member is not of the team any more. */
export async function assignByBot(
  tx: App,
  businessId: number,
  conversationId: number,
  userId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    with done as (
      update conversations set assigned_to = ${userId}::bigint
      where business_id = ${businessId} and id = ${conversationId} and (${userId}::bigint is null or exists (
        select from users u where u.business_id = ${businessId} and u.id = ${userId} and u.removed_at is null))
      returning id
    )
    insert into conversation_events (business_id, conversation_id, kind, details, at)
    select ${businessId}, id, ${userId === null ? 'unassigned' : 'assigned'},
      ${JSON.stringify(userId === null ? { bot: true } : { bot: true, user_id: userId })}::jsonb, ${tx.now()}::timestamptz
    from done returning 1`.execute(tx.db)
  return rows.length > 0
}

/** Open conversations that a guard stopped the chatbot in and nobody of the team has read, the newest first. */
export async function unreadStops(
  app: App,
  businessId: number,
  most: number,
): Promise<{ id: number; name: string }[]> {
  // By the label alone: few have it, and in the order of time the planner may walk through all that is unread.
  const { rows } = await sql<{ id: number; name: string }>`
    with stopped as materialized (
      select * from conversations where business_id = ${businessId} and labels && array[${stoppedLabel}::text]
    )
    select c.id, coalesce(nullif(l.name, ''), c.address) as name from stopped c
    left join leads l on l.business_id = c.business_id and l.id = c.lead_id
    where c.state = 'open' and c.last_inbound_id > c.read_inbound_id
    order by c.last_at desc, c.id desc limit ${most}`.execute(app.db)
  return rows
}
