import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { conversations } from '#contract/conversations.ts'
import { privacy } from '#contract/privacy.ts'
import { webhooks } from '#contract/webhooks.ts'
import { eventually } from '#test/server.ts'
import { wakeSnoozed } from './act/change.ts'
import { type Inbox, type Message, newDigits, newWamid, openInbox, text } from './conversations.fixture.ts'

let inbox: Inbox
let { server, asha, stranger, deliver, list, conversationWith, timeline, untilTimeline, send, started } =
  {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, stranger, deliver, list, conversationWith, timeline, untilTimeline, send, started } =
    inbox)
})
afterAll(() => server.close())

describe('what people write', () => {
  it('is shown once and in order, whatever its kind', async () => {
    const digits = newDigits()
    const first = newWamid()
    const kinds: Message[] = [
      { id: first, ...text('Hello') },
      { type: 'image', image: { id: '1', mime_type: 'image/jpeg', sha256: 'x', caption: 'This one' } },
      { type: 'video', video: { id: '5', mime_type: 'video/mp4' } },
      { type: 'audio', audio: { id: '2', mime_type: 'audio/ogg; codecs=opus', voice: true } },
      { type: 'document', document: { id: '3', mime_type: 'application/pdf', filename: '../../etc/passwd' } },
      { type: 'sticker', sticker: { id: '4', mime_type: 'image/webp', animated: true } },
      { type: 'location', location: { latitude: 18.5, longitude: 73.8, name: 'Karve Nagar' } },
      { type: 'contacts', contacts: [{ name: { formatted_name: 'Ravi' }, phones: [{ phone: '+91 1' }] }] },
      {
        type: 'order',
        order: { catalog_id: '9', product_items: [{ product_retailer_id: 'a', quantity: 2 }] },
      },
      { type: 'button', button: { text: 'Keep a box', payload: 'keep' }, context: { id: first, from: 'x' } },
      { type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: 'r', title: '2 boxes' } } },
      {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"a":1}' },
        },
      },
      {
        type: 'unsupported',
        errors: [{ code: 131051, title: 'Unsupported' }],
        unsupported: { type: 'poll' },
      },
      { type: 'hologram', hologram: { depth: 3 } },
    ]
    const at = Date.now() - 60_000
    const messages = kinds.map((kind, index) => ({ id: newWamid(), ...kind, at: at + index * 1000 }))
    await deliver(digits, messages)
    await deliver(digits, messages)
    const { id } = await conversationWith(digits)
    const items = await untilTimeline(id, ({ length }) => length === kinds.length)
    expect(items.map(({ kind }) => kind)).toEqual([
      'text',
      'image',
      'video',
      'audio',
      'document',
      'sticker',
      'location',
      'contacts',
      'order',
      'button',
      'interactive',
      'interactive',
      'unsupported',
      'unknown',
    ])
    expect(items[9]).toMatchObject({ text: 'Keep a box', quote: { text: 'Hello', from: 'them' } })
    expect((await conversationWith(digits)).unread).toBe(kinds.length)
    const raw = await server.call(webhooks.get, {
      token: asha.token,
      params: { id: Number(items.at(-1)?.details.webhook_event_id) },
    })
    expect(raw.body.event.body).toContain('hologram')
  })

  it('is changed by reactions, deletions and edits, of the same person alone', async () => {
    const { id, digits } = await started()
    const [mine, theirs] = [newWamid(), newWamid()]
    await deliver(digits, [
      { id: mine, ...text('Two boxes') },
      { id: theirs, ...text('Red paper') },
    ])
    const other = newDigits()
    await deliver(other, [{ type: 'revoke', revoke: { original_message_id: mine } }])
    await deliver(digits, [
      { type: 'reaction', reaction: { message_id: mine, emoji: '🙏' } },
      { type: 'revoke', revoke: { original_message_id: theirs } },
      {
        type: 'edit',
        edit: { original_message_id: mine, message: { type: 'text', text: { body: 'Three boxes' } } },
      },
    ])
    const items = await untilTimeline(id, (all) => all.some(({ edited }) => edited))
    expect(items).toHaveLength(3)
    expect(items[1]).toMatchObject({
      text: 'Three boxes',
      edited: true,
      deleted: false,
      reactions: [{ emoji: '🙏' }],
    })
    expect(items[2]).toMatchObject({ text: null, deleted: true })
    await deliver(digits, [{ type: 'reaction', reaction: { message_id: mine, emoji: '' } }])
    await untilTimeline(id, (all) => all[1]!.reactions.length === 0)
  })

  it('says which message ended marketing', async () => {
    const { id, digits } = await started()
    await deliver(digits, [text('STOP')])
    const items = await untilTimeline(id, (all) => all.some(({ opted_out }) => opted_out))
    expect(items.map(({ opted_out }) => opted_out)).toEqual([false, true])
  })

  it('is in one conversation for a person with a phone and a user id', async () => {
    const digits = newDigits()
    const userId = `IN.${digits}7`
    await deliver(null, [{ from_user_id: userId, ...text('From a hidden number') }])
    const hidden = await eventually('the hidden one', async () =>
      (await list()).find(({ address }) => address === userId),
    )
    await deliver(digits, [{ ...text('And from my number') }])
    await conversationWith(digits)
    await deliver(digits, [{ from_user_id: userId, ...text('It was me') }])
    const items = await untilTimeline(hidden.id, ({ length }) => length === 3)
    expect(items.map((item) => item.text)).toContain('And from my number')
    expect(
      (await list()).filter(({ address }) => address === `+${digits}` || address === userId),
    ).toHaveLength(1)
  })

  it('opens the window for a day, from an advertisement too', async () => {
    const at = Date.now() - 3_600_000
    const hoursOpen = async (more: object) => {
      const digits = newDigits()
      await deliver(digits, [{ ...text('Hello'), at, ...more }])
      const { window_until } = await conversationWith(digits)
      return Math.round((Date.parse(window_until ?? '') - at) / 3_600_000)
    }
    const referral = { source_url: 'https://fb.me/1', source_type: 'ad', source_id: '1' }
    expect(await hoursOpen({})).toBe(24)
    expect(await hoursOpen({ referral })).toBe(24)
    expect(await hoursOpen({ referral: { ...referral, ctwa_clid: 'click' } })).toBe(24)
  })

  it('opens a closed or snoozed conversation again', async () => {
    const { id, digits } = await started()
    const update = (body: object) =>
      server.call(conversations.update, { token: asha.token, params: { id }, body } as never)
    expect((await update({ state: 'closed' })).body).toMatchObject({ conversation: { state: 'closed' } })
    expect((await list()).map((one) => one.id)).not.toContain(id)
    await deliver(digits, [text('One more thing')])
    await conversationWith(digits)
    const until = new Date(Date.now() + 3_600_000).toISOString()
    await update({ snoozed_until: until })
    expect((await list({ view: 'snoozed' })).map((one) => one.id)).toContain(id)
    await server.app.db
      .updateTable('conversations')
      .set({ snoozed_until: new Date(Date.now() - 1000) })
      .where('id', '=', id)
      .execute()
    await wakeSnoozed(server.app)
    await conversationWith(digits)
    const events = (await timeline(id)).flatMap(({ event }) => event ?? [])
    expect(events).toEqual(['closed', 'reopened', 'snoozed', 'woken'])
    expect((await update({ snoozed_until: new Date(Date.now() - 1000).toISOString() })).status).toBe(400)
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    expect((await update({ snoozed_until: inDays(366.1) })).body).toMatchObject({
      fields: { snoozed_until: 'Choose a time within the next year.' },
    })
    expect((await update({ snoozed_until: inDays(365.9) })).status).toBe(200)
  })
})

describe('an answer', () => {
  it('leaves through the outbox once, however often it is sent', async () => {
    const { id, digits } = await started()
    const [wamid] = (await timeline(id)).map((item) => item.wamid)
    const body = {
      send_key: randomUUID(),
      message: { type: 'text' as const, text: 'Yes, until *nine*' },
      reply_to: wamid!,
    }
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.call(conversations.send, { token: asha.token, params: { id }, body })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((one) => one.body.message_id)).size).toBe(1)
    const items = await untilTimeline(id, (all) =>
      ['sent', 'delivered', 'read'].includes(all.at(-1)?.status ?? ''),
    )
    expect(items.at(-1)).toMatchObject({
      type: 'out',
      text: 'Yes, until *nine*',
      quote: { text: 'Is the shop open?', from: 'them' },
      user_name: expect.any(String),
    })
    const arrived = [...server.sandbox.world.ledger.rows()].filter(({ to }) => to.includes(digits))
    expect(arrived).toHaveLength(1)
    const conversation = await conversationWith(digits)
    expect(conversation).toMatchObject({ unread: 0, assigned_to: asha.userId, preview: { direction: 'out' } })
  })

  it('is refused when the window is closed, but for a template', async () => {
    const { id, digits } = await started()
    await server.app.db
      .updateTable('conversations')
      .set({ window_until: new Date(Date.now() - 1) })
      .where('id', '=', id)
      .execute()
    const refused = await send(id, { type: 'text', text: 'Too late' })
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ message: expect.stringContaining('24-hour reply window') })
    expect((await timeline(id)).filter(({ type }) => type === 'out')).toHaveLength(0)
    await deliver(digits, [text('Still there?')])
    await eventually('the window', async () => (await send(id, { type: 'text', text: 'Yes' })).status === 200)
  })

  it('may be buttons or a reaction', async () => {
    const { id } = await started()
    const [wamid] = (await timeline(id)).map((item) => item.wamid)
    const buttons = { type: 'buttons', text: 'How many?', buttons: ['1 box', '2 boxes'] }
    expect((await send(id, buttons)).status).toBe(200)
    expect((await send(id, { type: 'reaction', wamid, emoji: '👍' })).status).toBe(200)
    const items = await untilTimeline(id, (all) => all[0]!.reactions.length === 1)
    expect(items).toHaveLength(2)
    expect(items[1]).toMatchObject({ buttons: ['1 box', '2 boxes'], text: 'How many?' })
    const { id: elsewhere } = await started()
    expect((await send(elsewhere, { type: 'reaction', wamid, emoji: '👍' })).status).toBe(404)
  })
})

describe('a team', () => {
  it('keeps a draft until it is sent itself', async () => {
    const { id } = await started()
    const to = { token: asha.token, params: { id } }
    await server.call(conversations.draft, { ...to, body: { text: 'Your order is ' } })
    const draftAfter = async (message: object) => {
      const sent = await server.call(conversations.send, {
        ...to,
        body: { send_key: randomUUID(), message },
      } as never)
      expect(sent.status).toBe(200)
      return (await server.call(conversations.get, to)).body
    }
    expect(await draftAfter({ type: 'location', latitude: 18.52, longitude: 73.85 })).toMatchObject({
      draft: 'Your order is ',
    })
    expect(await draftAfter({ type: 'text', text: 'One moment' })).toMatchObject({ draft: 'Your order is ' })
    expect(await draftAfter({ type: 'text', text: 'Your order is' })).toMatchObject({ draft: '' })
  })

  it('notes, assigns, labels, drafts and keeps texts', async () => {
    const { id, digits } = await started()
    const to = { token: asha.token, params: { id } }
    await server.call(conversations.note, { ...to, body: { text: 'Regular since 2023' } })
    await server.call(conversations.update, {
      ...to,
      body: { assigned_to: asha.userId, labels: ['Order', 'Order'] },
    })
    await server.call(conversations.draft, { ...to, body: { text: 'Your order is' } })
    const { body } = await server.call(conversations.get, to)
    expect(body).toMatchObject({ draft: 'Your order is', conversation: { labels: ['Order'] } })
    expect((await list({ view: 'mine', label: 'Order' })).map((one) => one.id)).toEqual([id])
    const items = await timeline(id)
    expect(items.slice(1)).toMatchObject([
      { type: 'note', text: 'Regular since 2023' },
      { type: 'event', event: 'assigned', details: { name: expect.any(String) } },
      { type: 'event', event: 'labelled', details: { label: 'Order' } },
    ])
    const saved = await server.call(conversations.saveQuickReply, {
      token: asha.token,
      body: { shortcut: 'hours', text: 'Open 9 to 9' },
    })
    await server.call(conversations.saveQuickReply, {
      token: asha.token,
      body: { shortcut: 'Hours', text: 'Open 10 to 9' },
    })
    const { body: kept } = await server.call(conversations.quickReplies, { token: asha.token })
    expect(kept.quick_replies).toEqual([
      { id: saved.body.quick_reply.id, shortcut: 'Hours', text: 'Open 10 to 9' },
    ])
    const [read] = kept.quick_replies
    const edit = (shortcut: string, text: string) =>
      server.call(conversations.saveQuickReply, {
        token: asha.token,
        body: { id: read?.id, shortcut, text, replace: false, read },
      })
    expect((await edit('Hours', 'Open 8 to 9')).status).toBe(200)
    expect((await edit('Times', 'Open 10 to 9')).body).toMatchObject({ code: 'conflict' })
    const { body: unharmed } = await server.call(conversations.quickReplies, { token: asha.token })
    expect(unharmed.quick_replies).toMatchObject([{ shortcut: 'Hours', text: 'Open 8 to 9' }])
    expect((await conversationWith(digits)).unread).toBe(1)
    await server.call(conversations.read, { ...to, body: {} })
    expect((await conversationWith(digits)).unread).toBe(0)
    await server.call(conversations.read, { ...to, body: { unread: true } })
    expect((await conversationWith(digits)).unread).toBe(1)
  })

  it('finds a conversation by name, number and words, accents or none', async () => {
    const digits = newDigits()
    await deliver(digits, [text('¿Tienen café con le\u200bche?')])
    const { id } = await conversationWith(digits)
    for (const search of ['cafe', 'CAFÉ lech', digits.slice(4), 'Rukmini']) {
      expect(
        (await list({ search })).map((one) => one.id),
        search,
      ).toContain(id)
    }
    expect((await list({ search: 'tea with milk' })).map((one) => one.id)).not.toContain(id)
  })

  it('finds numbers behind a hyphen, and parts of addresses', async () => {
    const { id } = await started()
    const sent = {
      type: 'text',
      text: 'Order KX-40417/3 left: shop.example/track?nr=77-515, or ask help@shop.example',
    }
    expect((await send(id, sent)).status).toBe(200)
    for (const search of [
      'KX-40417',
      '40417',
      'kx-40417/3',
      'track?nr=77-515',
      'help@shop.example',
      'example',
    ]) {
      expect(
        (await list({ search })).map((one) => one.id),
        search,
      ).toContain(id)
    }
    // As it was stored before hyphens were taken out.
    await sql`update conversation_sends set search = to_tsvector('simple', 'order kx-40418')
      where conversation_id = ${id}`.execute(server.app.db)
    expect((await list({ search: 'KX-40418' })).map((one) => one.id)).toContain(id)
  })

  it('sees nothing of another business', async () => {
    const { id } = await started()
    const { body } = await server.call(conversations.list, { token: stranger.token, query: {} })
    expect(body.conversations).toEqual([])
    expect((await send(id, { type: 'text', text: 'Hello' }, {}, stranger.token)).status).toBe(404)
    const moved = await server.call(conversations.bulk, {
      token: stranger.token,
      body: { ids: [id], state: 'closed' },
    })
    expect(moved.body.changed).toBe(0)
    const assigned = await server.call(conversations.update, {
      token: asha.token,
      params: { id },
      body: { assigned_to: stranger.userId },
    })
    expect(assigned.status).toBe(400)
  })
})

it('takes a person who is erased out of the inbox', async () => {
  const { id, digits } = await started()
  const { lead_id } = await conversationWith(digits)
  const erased = await server.call(privacy.erase, {
    token: asha.token,
    params: { id: lead_id! },
    body: { confirm: true },
  })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect((await server.call(conversations.get, { token: asha.token, params: { id } })).status).toBe(404)
  for (const table of ['inbound_messages', 'conversation_sends', 'conversation_addresses'] as const) {
    const rows = await server.app.db
      .selectFrom(table)
      .select('conversation_id')
      .where('conversation_id', '=', id)
      .execute()
    expect(rows, table).toEqual([])
  }
})
