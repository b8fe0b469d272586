import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { inboxOrder } from '#contract/conversations/organise.ts'
import { conversations } from '#contract/conversations.ts'
import { fields } from '#contract/leads/fields.ts'
import { officeHours } from '#contract/office-hours.ts'
import type { ConnectedAccount } from '../connected.ts'
import type { Person, TestServer } from '../server.ts'

/** A picture that can be read; what follows its end is the business's own. */
export const pixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM8c+bMfwAGgwLPnGk6WQAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** The conversations of a business. */
export type BusinessConversations = {
  conversation: number
  /** Another one, to be closed in bulk. */
  spareConversation: number
  inboundWamid: string
  /** Sent by the team; it has left. */
  message: number
  /** Uploaded by the team. */
  file: number
  /** One that a player reads, and the key of its address. */
  film: number
  filmKey: string
  quickReply: number
  spareQuickReply: number
  field: number
  spareField: number
  view: number
  spareView: number
  /** Of many conversations; it can be undone. */
  change: number
}

/** Two conversations under the business's word, and a row in each further table of theirs. */
export async function addConversations(
  server: TestServer,
  { businessId, userId, token }: Person,
  { account, word }: { account: ConnectedAccount; word: string },
): Promise<BusinessConversations> {
  const { db } = server.app
  const now = new Date()
  const phone_number_id = account.phone_number_id
  const ids: number[] = []
  const inboundWamid = `wamid.${word}.inbound`
  for (const [index, address] of [`+9198555${businessId % 100_000}`, `IN.98555${businessId}`].entries()) {
    const { id } = await db
      .insertInto('conversations')
      .values({
        business_id: businessId,
        phone_number_id,
        address,
        labels: [word],
        window_until: new Date(now.getTime() + 3_600_000),
        last_inbound_at: now,
        last_at: now,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await db
      .insertInto('conversation_addresses')
      .values({ business_id: businessId, phone_number_id, address, conversation_id: id })
      .execute()
    await sql`
      insert into inbound_messages (business_id, conversation_id, wamid, kind, text, content, at, received_at, search)
      values (${businessId}, ${id}, ${index === 0 ? inboundWamid : `${inboundWamid}.${index}`}, 'text',
        ${`${word} is open?`}, '{}', ${now}, ${now}, to_tsvector('simple', ${word.toLowerCase()}))`.execute(
      db,
    )
    await db
      .insertInto('conversation_events')
      .values({
        business_id: businessId,
        conversation_id: id,
        kind: 'note',
        user_id: userId,
        text: word,
        at: now,
      })
      .execute()
  }
  const [conversation, spareConversation] = ids as [number, number]
  await db
    .insertInto('message_reactions')
    .values({
      business_id: businessId,
      conversation_id: conversation,
      wamid: inboundWamid,
      from_us: false,
      emoji: '👍',
      at: now,
    })
    .execute()
  await db
    .insertInto('early_message_changes')
    .values({
      business_id: businessId,
      conversation_id: conversation,
      wamid: `${inboundWamid}.to.come`,
      from_us: false,
      change: 'revoke',
      at: now,
    })
    .execute()
  const to = { token, params: { id: conversation } }
  const sent = await server.call(conversations.send, {
    ...to,
    body: { send_key: randomUUID(), message: { type: 'text', text: `${word} is open` } },
  })
  await server.call(conversations.saveSettings, { token, body: { tell_typing: true } })
  await server.call(conversations.draft, { ...to, body: { text: `${word} draft` } })
  const form = new FormData()
  form.set('file', new Blob([pixel, word]), `${word}.png`)
  const uploaded = await fetch(`${server.url}/marketing/api/conversations/${conversation}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { file } = (await uploaded.json()) as { file: { id: number } }
  const { conversation_id, hash, bytes } = await server.app.db
    .selectFrom('chat_files')
    .select(['conversation_id', 'hash', 'bytes'])
    .where('business_id', '=', businessId)
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow()
  const film = await server.app.db
    .insertInto('chat_files')
    .values({
      business_id: businessId,
      conversation_id,
      hash,
      bytes,
      kind: 'video',
      state: 'ready',
      mime: 'video/mp4',
      file_name: `${word}.mp4`,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { address } = (
    await server.call(conversations.fileAddress, { token, params: { id: film.id }, body: {} })
  ).body
  const quickReplies: number[] = []
  for (const shortcut of ['hours', 'spare']) {
    const { body } = await server.call(conversations.saveQuickReply, {
      token,
      body: { shortcut, text: `${word} ${shortcut}` },
    })
    quickReplies.push(body.quick_reply.id)
  }
  const leadFields: number[] = []
  for (const nr of [1, 2]) {
    const { body } = await server.call(fields.add, {
      token,
      body: { name: `${word} field ${nr}`, kind: 'choice', choices: [`${word} choice`] },
    })
    leadFields.push(body.field.id)
  }
  await server.call(officeHours.save, {
    token,
    params: { phone_number_id: account.phone_number_id },
    body: {
      timezone: 'Asia/Kolkata',
      week: [[{ from: '09:00', to: '18:00' }], [], [], [], [], [], []],
      holidays: [{ date: '2026-12-25', name: `${word} Christmas`, spans: [] }],
    },
  })
  const views: number[] = []
  for (const name of ['view', 'spare view']) {
    const { body } = await server.call(inboxOrder.addView, {
      token,
      body: { name: `${word} ${name}`, shared: true, filter: { labels: [word] } },
    })
    views.push(body.view.id)
  }
  for (const name of ['label', 'spare label']) {
    await server.call(inboxOrder.addLabel, { token, body: { name: `${word} ${name}`, colour: 'green' } })
  }
  const { body: bulk } = await server.call(conversations.bulk, {
    token,
    body: { ids: [spareConversation], label: `${word} label` },
  })
  const [quickReply, spareQuickReply] = quickReplies as [number, number]
  return {
    conversation,
    spareConversation,
    inboundWamid,
    message: sent.body.message_id,
    file: file.id,
    film: film.id,
    filmKey: new URL(address, 'http://localhost').searchParams.get('key') ?? '',
    quickReply,
    spareQuickReply,
    field: leadFields[0]!,
    spareField: leadFields[1]!,
    view: views[0]!,
    spareView: views[1]!,
    change: bulk.change_id!,
  }
}
