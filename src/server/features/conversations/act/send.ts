import { sql } from 'kysely'
import type { conversations } from '#contract/conversations.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { App } from '#server/app.ts'
import { holdCaller } from '#server/features/accounts/accounts.ts'
import {
  originOf,
  putOffSend,
  queueChat,
  queueSingle,
  takeBackSend,
} from '#server/features/messages/messages.ts'
import { getSender } from '#server/features/onboarding/onboarding.ts'
import { t } from '#server/messages/t.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import { providerFile } from '../files/attach.ts'
import { noteConversations } from '../notes.ts'
import { requireConversation } from '../require-conversation.ts'
import { searchText } from '../search-text.ts'
import { writeEvents } from './change.ts'
import { type FreeMessage, payloadOf, textOf } from './payload.ts'
import { getChatSettings } from './settings.ts'

type Send = BodyOf<typeof conversations.send>
type Caller = { businessId: number; userId: number }
type Sent = { message_id: number; undo_until: string | null }

/** A colleague's answer that is younger was hardly read before the next one was written. */
const justSeconds = 15
/** What stands unseen on a screen for longer was not written at the same time. */
const longestUnseenMinutes = 10

/**
 * Sends a message in a conversation, once for each `send_key`. Free messages only while the person's window is
 * open; the server's clock decides.
 * @throws AppError `not_found`; `rule_broken` when the window is closed or the template cannot be sent;
 *   `answered_meanwhile` when a colleague was quicker and the send asks for that.
 */
export async function sendInConversation(
  app: App,
  caller: Caller,
  conversationId: number,
  send: Send,
): Promise<Sent> {
  const { businessId } = caller
  const known = await sentBefore(app, businessId, conversationId, send.send_key)
  if (known) return known
  const conversation = await app.db
    .selectFrom('conversations')
    .select(['phone_number_id', 'address', 'lead_id', 'window_until'])
    .where('business_id', '=', businessId)
    .where('id', '=', conversationId)
    .executeTakeFirst()
  if (!conversation) throw notFound('conversation')
  // Says why nothing can leave from this number, where nothing can.
  const sender = await getSender(app, businessId, conversation.phone_number_id)
  const { message } = send
  const { undo_seconds } = await getChatSettings(app, businessId)
  const origin = originOf(app, 'send', [send.send_key])
  let undoUntil: Date | null = null
  const record = async (tx: App, messageId: number, templateText?: string) => {
    undoUntil = null
    await refuseIfAnswered(tx, caller, conversationId, send)
    await recordSend(tx, caller, conversationId, send, { messageId, templateText })
    if (undo_seconds > 0 && message.type !== 'reaction') {
      undoUntil = await putOffSend(tx, businessId, messageId, undo_seconds)
      await tx.db
        .updateTable('conversation_sends')
        .set({ undo_until: undoUntil })
        .where('business_id', '=', businessId)
        .where('send_key', '=', send.send_key)
        .execute()
    }
  }
  const sent = (id: number): Sent => ({ message_id: id, undo_until: undoUntil?.toISOString() ?? null })
  try {
    if (message.type === 'template') {
      const { id } = await queueSingle(
        app,
        businessId,
        {
          to: conversation.address,
          template_name: message.name,
          language: message.language,
          parameters: message.parameters,
          phone_number_id: conversation.phone_number_id,
          origin,
        },
        (tx, queued) => record(tx, queued.id, queued.text),
      )
      return sent(id)
    }
    await checkNamed(app, businessId, conversationId, message, send.reply_to)
    await requireOpenWindow(app, businessId, conversationId)
    const file =
      message.type === 'file'
        ? await uploaded(() => providerFile(app, businessId, conversationId, message.file_id, sender))
        : undefined
    const id = await app.transaction(async (tx) => {
      await holdCaller(tx, caller)
      await requireOpenWindow(tx, businessId, conversationId, true)
      const id = await queueChat(tx, businessId, {
        to: conversation.address,
        leadId: conversation.lead_id,
        phoneNumberId: conversation.phone_number_id,
        text: textOf(message),
        origin,
        payload: {
          ...payloadOf(message, file),
          ...(send.reply_to && message.type !== 'reaction' && { context: { message_id: send.reply_to } }),
        },
      })
      await record(tx, id)
      return id
    })
    return sent(id)
  } catch (error) {
    // The same request at the same moment: the other one has sent it.
    const other = await sentBefore(app, businessId, conversationId, send.send_key)
    if (other) return other
    throw error
  }
}

/** The message that was sent under a key; null: none. @throws AppError `not_found` */
export async function findSend(
  app: App,
  businessId: number,
  conversationId: number,
  sendKey: string,
): Promise<{ message_id: number | null }> {
  await requireConversation(app, businessId, conversationId)
  const sent = await sentBefore(app, businessId, conversationId, sendKey)
  return { message_id: sent?.message_id ?? null }
}

async function sentBefore(
  app: App,
  businessId: number,
  conversationId: number,
  sendKey: string,
): Promise<Sent | undefined> {
  const row = await app.db
    .selectFrom('conversation_sends')
    .select(['message_id', 'conversation_id'])
    .where('business_id', '=', businessId)
    .where('send_key', '=', sendKey)
    .executeTakeFirst()
  if (row && row.conversation_id !== conversationId) throw notFound('conversation')
  return row && { message_id: row.message_id, undo_until: null }
}

/**
 * Two of the team answer the same question: the second is asked. Under the lock of the conversation, so that one of
 * two at the same moment comes first.
 */
async function refuseIfAnswered(
  tx: App,
  { businessId, userId }: Caller,
  conversationId: number,
  { message, unless_answered_after: seen }: Send,
): Promise<void> {
  if (seen === undefined || message.type === 'reaction') return
  await requireConversation(tx, businessId, conversationId, 'for update')
  const now = tx.now()
  const { rows } = await sql<{ name: string }>`
    select u.name from conversation_sends s
    join messages m on m.business_id = s.business_id and m.id = s.message_id
    join users u on u.business_id = s.business_id and u.id = s.user_id
    where s.business_id = ${businessId} and s.conversation_id = ${conversationId} and s.user_id <> ${userId}
      and s.reaction_to is null and m.status <> 'cancelled'
      and (s.at > ${now}::timestamptz - ${justSeconds} * interval '1 second'
        or s.message_id > ${seen} and s.at > ${now}::timestamptz - ${longestUnseenMinutes} * interval '1 minute')
    order by s.at desc limit 1`.execute(tx.db)
  const [colleague] = rows
  if (colleague) {
    throw new AppError('answered_meanwhile', t('conversations.answeredMeanwhile', { name: colleague.name }))
  }
}

/**
 * Takes back what the caller sent and what still waits for its time.
 * @throws AppError `not_found`, `conflict` when it has left.
 */
export async function undoSend(
  app: App,
  { businessId, userId }: Caller,
  conversationId: number,
  messageId: number,
): Promise<void> {
  await app.transaction(async (tx) => {
    const row = await tx.db
      .selectFrom('conversation_sends')
      .select('undo_until')
      .where('business_id', '=', businessId)
      .where('conversation_id', '=', conversationId)
      .where('message_id', '=', messageId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!row) throw notFound('message')
    if (!row.undo_until || !(await takeBackSend(tx, businessId, messageId))) {
      throw new AppError('conflict', t('conversations.undoTooLate'))
    }
    await writeEvents(
      tx,
      { businessId, userId },
      [conversationId],
      [{ kind: 'taken_back', details: { message_id: messageId } }],
    )
    await noteConversations(tx, businessId, [conversationId])
  })
}

/** @throws AppError with WhatsApp's reason where it does not take the file. */
async function uploaded<T>(upload: () => Promise<T>): Promise<T> {
  try {
    return await upload()
  } catch (error) {
    if (!(error instanceof MetaError)) throw error
    throw new AppError('provider_failed', t('conversations.fileRefused', { reason: error.sentence }), {
      cause: error,
    })
  }
}

/** Held until the message is in the outbox: a window that closes meanwhile was open when it was sent. */
async function requireOpenWindow(tx: App, businessId: number, id: number, hold = false): Promise<void> {
  const row = await tx.db
    .selectFrom('conversations')
    .select('window_until')
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw notFound('conversation')
  if (!row.window_until) throw new AppError('rule_broken', t('conversations.neverWrote'))
  if (row.window_until <= tx.now()) throw new AppError('rule_broken', t('conversations.windowClosed'))
}

/** What is answered or reacted to must be in this conversation. */
async function checkNamed(
  app: App,
  businessId: number,
  conversationId: number,
  message: FreeMessage,
  replyTo: string | undefined,
): Promise<void> {
  const named = message.type === 'reaction' ? message.wamid : replyTo
  if (named === undefined) return
  const { rows } = await sql`
    select 1 from inbound_messages
    where business_id = ${businessId} and wamid = ${named} and conversation_id = ${conversationId}
    union all
    select 1 from messages m
    where m.business_id = ${businessId} and m.wamid = ${named} and m.recipient_phone in (
      select a.address collate "C" from conversation_addresses a
      where a.business_id = ${businessId} and a.conversation_id = ${conversationId})
    limit 1`.execute(app.db)
  if (rows.length === 0) throw notFound('message')
}

async function recordSend(
  tx: App,
  { businessId, userId }: Caller,
  conversationId: number,
  { send_key, message, reply_to }: Send,
  { messageId, templateText }: { messageId: number; templateText: string | undefined },
): Promise<void> {
  // The sender is assigned below.
  await holdCaller(tx, { businessId, userId })
  const now = tx.now()
  const text = message.type === 'template' ? message.name : textOf(message)
  // A template is shown by its name, and found by what it says as well.
  const search = searchText(templateText === undefined ? text : `${text} ${templateText}`)
  const fileId = message.type === 'file' ? message.file_id : null
  const reactionTo = message.type === 'reaction' ? message.wamid : null
  await sql`
    insert into conversation_sends (business_id, send_key, conversation_id, message_id, user_id, text, reply_to,
      reaction_to, file_id, search, at)
    values (${businessId}, ${send_key}::uuid, ${conversationId}, ${messageId}, ${userId}, ${text},
      ${reply_to ?? null}::text, ${reactionTo}::text, ${fileId}::bigint, to_tsvector('simple', ${search}), ${now})`.execute(
    tx.db,
  )
  if (message.type === 'reaction') {
    await sql`
      insert into message_reactions (business_id, conversation_id, wamid, from_us, emoji, at)
      values (${businessId}, ${conversationId}, ${message.wamid}, true, ${message.emoji || null}::text, ${now})
      on conflict (business_id, wamid, from_us) do update set emoji = excluded.emoji, at = excluded.at`.execute(
      tx.db,
    )
  } else {
    await sql`
      update conversations set last_at = greatest(last_at, ${now}::timestamptz),
        read_inbound_id = last_inbound_id,
        assigned_to = coalesce(assigned_to, ${userId})
      where business_id = ${businessId} and id = ${conversationId}`.execute(tx.db)
    // Another one is of something that is still being written.
    await tx.db
      .deleteFrom('conversation_drafts')
      .where('business_id', '=', businessId)
      .where('conversation_id', '=', conversationId)
      .where('user_id', '=', userId)
      .where(sql`btrim(text, E' \\n\\r\\t')`, '=', text.trim())
      .execute()
  }
  await noteConversations(tx, businessId, [conversationId])
}
