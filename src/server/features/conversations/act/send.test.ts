import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sends } from '#contract/conversations/sends.ts'
import { conversations } from '#contract/conversations.ts'
import { leads } from '#contract/leads.ts'
import { team } from '#contract/team.ts'
import { businessChannel } from '#server/platform/notify.ts'
import { eventually, type Person } from '#test/server.ts'
import { type Inbox, newWamid, openInbox, text } from '../conversations.fixture.ts'
import { presenceChannel } from './presence.ts'

let inbox: Inbox
let { server, asha, stranger, deliver, conversationWith, timeline, untilTimeline, send, started } =
  {} as Inbox
beforeAll(async () => {
  inbox = await openInbox()
  ;({ server, asha, stranger, deliver, conversationWith, timeline, untilTimeline, send, started } = inbox)
})
afterAll(() => server.close())

const arrived = (digits: string) =>
  [...server.sandbox.world.ledger.rows()].filter(({ to }) => to.includes(digits))
const untilArrived = (digits: string) =>
  eventually('the message at WhatsApp', async () => arrived(digits).length > 0 && arrived(digits))
const settings = (body: object) =>
  server.call(conversations.saveSettings, { token: asha.token, body } as never)

describe('what can be sent', () => {
  // Each to a person of their own: WhatsApp takes one message in six seconds for each.
  it.each([
    [
      'a list',
      {
        type: 'list',
        text: 'Which size?',
        menu: 'See sizes',
        rows: [{ title: 'Half a kilo', description: 'Serves four' }, { title: 'One kilo' }],
      },
      'interactive',
      {
        kind: 'interactive',
        text: 'Which size?',
        details: { menu: 'See sizes', rows: [{ title: 'Half a kilo' }, { title: 'One kilo' }] },
      },
    ],
    [
      'a place',
      { type: 'location', latitude: 18.4914, longitude: 73.8213, name: 'Kulkarni Sweets' },
      'location',
      { kind: 'location', details: { latitude: 18.4914, name: 'Kulkarni Sweets' } },
    ],
    [
      'a contact',
      { type: 'contact', name: 'Ravi Kumar', phone: '+91 98230 41576', company: 'Kulkarni Sweets' },
      'contacts',
      { kind: 'contacts', details: { contacts: [{ name: { formatted_name: 'Ravi Kumar' } }] } },
    ],
  ])('is %s, once and as WhatsApp takes it', async (_what, message, type, shown) => {
    const { id, digits } = await started()
    const send_key = randomUUID()
    const answers = await Promise.all([1, 2].map(() => send(id, message, { send_key })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const found = (key: string, of = id) =>
      server.call(sends.find, { token: asha.token, params: { id: of, send_key: key } })
    expect((await found(send_key)).body.message_id).toBe(
      (answers[0]!.body as { message_id: number }).message_id,
    )
    expect((await found(randomUUID())).body.message_id).toBeNull()
    expect((await untilArrived(digits)).map((one) => one.type)).toEqual([type])
    expect((await timeline(id)).filter((one) => one.type === 'out')).toMatchObject([shown])
  })

  it('is checked by the limits of WhatsApp before anything is queued', async () => {
    const { id } = await started()
    const row = { title: 'One kilo' }
    const list = (rows: object[], more: object = {}) => ({
      type: 'list',
      text: 'Size?',
      menu: 'See',
      rows,
      ...more,
    })
    const refused = [
      list([]),
      list(Array.from({ length: 11 }, (_, nr) => ({ title: `Row ${nr}` }))),
      list([row, row]),
      list([{ title: 'x'.repeat(25) }]),
      list([{ ...row, description: 'x'.repeat(73) }]),
      list([row], { menu: 'x'.repeat(21) }),
      { type: 'buttons', text: 'How many?', buttons: ['One', 'One'] },
      { type: 'buttons', text: 'How many?', buttons: ['1', '2', '3', '4'] },
      { type: 'buttons', text: 'x'.repeat(1025), buttons: ['One'] },
      { type: 'location', latitude: 91, longitude: 0 },
      { type: 'contact', name: 'Ravi', phone: '98230 41576' },
      { type: 'text', text: '\u200b\u2800\u202e' },
      { type: 'reaction', wamid: 'x', emoji: 'hello' },
    ]
    for (const message of refused) {
      expect((await send(id, message)).status, JSON.stringify(message).slice(0, 80)).toBe(400)
    }
    expect((await timeline(id)).filter(({ type }) => type === 'out')).toEqual([])
  })

  it('is a reaction that can be taken back', async () => {
    const { id } = await started()
    const wamid = (await timeline(id))[0]!.wamid!
    await send(id, { type: 'reaction', wamid, emoji: '❤️' })
    await untilTimeline(id, (all) => all[0]!.reactions[0]?.emoji === '❤️')
    expect((await send(id, { type: 'reaction', wamid, emoji: '' })).status).toBe(200)
    await untilTimeline(id, (all) => all.length === 1 && all[0]!.reactions.length === 0)
  })

  it('is a reaction that stands only where it arrived', async () => {
    const { id } = await started()
    server.sandbox.settings({ statuses: false })
    const wamid = (await timeline(id))[0]!.wamid!
    const react = async (emoji: string, status: string) => {
      const { body } = await send(id, { type: 'reaction', wamid, emoji })
      const message = server.app.db.updateTable('messages').set({ status, due_at: null })
      await message.where('id', '=', body.message_id).execute()
      return (await timeline(id))[0]!.reactions.map((one) => one.emoji)
    }
    expect(await react('❤️', 'failed')).toEqual([])
    expect(await react('👍', 'read')).toEqual(['👍'])
    expect(await react('😂', 'failed')).toEqual(['👍'])
    expect(await react('', 'failed')).toEqual(['👍'])
    expect(await react('', 'sent')).toEqual([])
    server.sandbox.settings({ statuses: true })
  })

  it('is answered by the customer as a button or a row of a list', async () => {
    const { id, digits } = await started()
    await send(id, { type: 'buttons', text: 'How many?', buttons: ['1 box', '2 boxes'] })
    const ours = await eventually(
      'our message',
      async () => (await timeline(id)).find((one) => one.type === 'out')?.wamid,
    )
    await deliver(digits, [
      {
        id: newWamid(),
        context: { id: ours, from: 'x' },
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: 'answer-2', title: '2 boxes' } },
      },
    ])
    const items = await untilTimeline(id, (all) => all.at(-1)?.type === 'in' && all.length === 3)
    expect(items.at(-1)).toMatchObject({ text: '2 boxes', quote: { from: 'us', text: 'How many?' } })
  })
})

describe('a message that is taken back', () => {
  it('never leaves, and one that has left cannot be', async () => {
    const { id, digits } = await started()
    expect((await settings({ undo_seconds: 10 })).status).toBe(200)
    const sent = await send(id, { type: 'text', text: 'A slip' })
    expect(sent.body).toMatchObject({ undo_until: expect.any(String) })
    expect((await timeline(id)).at(-1)).toMatchObject({ text: 'A slip', undo_until: expect.any(String) })
    const undo = (message_id: number, token = asha.token) =>
      server.call(conversations.undo, { token, params: { id, message_id } })
    const { message_id } = sent.body as { message_id: number }
    expect((await undo(message_id, stranger.token)).status).toBe(404)
    const answers = await Promise.all([undo(message_id), undo(message_id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await timeline(id)).filter(({ type }) => type === 'out')).toEqual([])
    expect((await conversationWith(digits)).preview).toMatchObject({ direction: 'in' })

    await settings({ undo_seconds: 1 })
    const kept = await send(id, { type: 'text', text: 'Meant' })
    await untilArrived(digits)
    expect((await undo((kept.body as { message_id: number }).message_id)).status).toBe(409)
    expect(arrived(digits)).toHaveLength(1)
    await settings({ undo_seconds: 0 })
    const at_once = await send(id, { type: 'text', text: 'Now' })
    expect(at_once.body).toMatchObject({ undo_until: null })
    // It waits for the pair rate of WhatsApp; that is no time to take it back.
    expect((await timeline(id)).at(-1)).toMatchObject({ text: 'Now', undo_until: null })
    expect((await undo((at_once.body as { message_id: number }).message_id)).status).toBe(409)
  })
})

describe('two of a team', () => {
  let ravi: Person
  beforeAll(async () => {
    ravi = await joins()
  })

  async function joins(): Promise<Person> {
    const { link } = (await server.call(team.invite, { token: asha.token, body: {} })).body
    const email = `ravi-${asha.businessId}@example.com`
    const { body } = await server.call(team.join, {
      body: { token: link.split('/').at(-1) ?? '', name: 'Ravi', email, password: 'battery staple' },
    })
    return { token: body.token, userId: body.user.id, businessId: asha.businessId, email }
  }

  it('are asked before the second answers the same', async () => {
    const { id } = await started()
    const first = await send(
      id,
      { type: 'text', text: 'Yes, we are.' },
      { unless_answered_after: 0 },
      ravi.token,
    )
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const second = await send(id, { type: 'text', text: 'We are open.' }, { unless_answered_after: 0 })
    expect(second.status).toBe(409)
    expect(second.body).toMatchObject({ code: 'answered_meanwhile' })
    expect((await timeline(id)).filter(({ type }) => type === 'out')).toHaveLength(1)
    expect((await send(id, { type: 'text', text: 'We are open.' })).status).toBe(200)
    // Nobody is asked about an answer of their own.
    const { id: alone } = await started()
    for (const body of ['Yes', 'Till nine']) {
      const answer = await send(alone, { type: 'text', text: body }, { unless_answered_after: 0 })
      expect(answer.status).toBe(200)
    }
  })

  it('one of two at the same moment is first', async () => {
    const { id } = await started()
    const answers = await Promise.all(
      [asha, ravi].map(({ token }) =>
        send(id, { type: 'text', text: 'Yes' }, { unless_answered_after: 0 }, token),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('see who looks and types, and nothing is stored', async () => {
    const { id } = await started()
    const payloads: string[] = []
    const channel = businessChannel(presenceChannel, asha.businessId)
    const stop = server.app.notes.listen(channel, (payload) => payloads.push(payload))
    const tell = (token: string, state: 'viewing' | 'typing') =>
      server.call(conversations.presence, { token, params: { id }, body: { state } })
    expect((await tell(stranger.token, 'viewing')).status).toBe(404)
    expect((await tell(ravi.token, 'viewing')).status).toBe(200)
    await eventually('the note', async () =>
      payloads.some((one) => one.endsWith(`:${id}:${ravi.userId}:viewing`)),
    )
    stop()
  })
})

it('opens a conversation with a lead who never wrote, and says nothing of a message', async () => {
  const person = { name: 'Meera', phone: '+919823041999', tag: 'fair' }
  const added = await server.call(leads.upload, { token: asha.token, body: { leads: [person] } } as never)
  const { body } = await server.call(conversations.start, {
    token: asha.token,
    body: { lead_id: added.body.leads![0]!.id },
  })
  // Null would be a message that was deleted.
  expect(body.conversation).toMatchObject({ name: 'Meera', window_until: null, preview: { text: '' } })
})

describe('the customer', () => {
  const marks = (wamid: string) =>
    server.sandbox.world.ledger.readMarks.filter(({ messageId }) => messageId === wamid)
  const look = (id: number) =>
    server.call(conversations.read, { token: asha.token, params: { id }, body: {} })
  const types = (id: number) =>
    server.call(conversations.presence, { token: asha.token, params: { id }, body: { state: 'typing' } })

  it('sees that a message was read, and typing, once each', async () => {
    const { id } = await started()
    const wamid = (await timeline(id))[0]!.wamid!
    expect(marks(wamid)).toEqual([])
    await look(id)
    await eventually('the mark', async () => marks(wamid).length === 1)
    await types(id)
    await eventually('typing', async () => marks(wamid).some(({ typing }) => typing))
    await look(id)
    await types(id)
    await types(id)
    // What comes later has passed what would have been told before it.
    await deliver((await timelineDigits(id)).slice(1), [text('More')])
    const items = await untilTimeline(id, (all) => all.length === 2)
    await look(id)
    await eventually('the next mark', async () => marks(items[1]!.wamid!).length === 1)
    expect(marks(wamid).map(({ typing }) => typing)).toEqual([false, true])
  })
  const timelineDigits = async (id: number) =>
    (await server.call(conversations.get, { token: asha.token, params: { id } })).body.conversation.address

  it('sees nothing where the business does not want it', async () => {
    await settings({ tell_read: false })
    const { id } = await started()
    const wamid = (await timeline(id))[0]!.wamid!
    await look(id)
    await types(id)
    await settings({ tell_read: true, tell_typing: false })
    await types(id)
    await look(id)
    await eventually('the mark', async () => marks(wamid).length > 0)
    expect(marks(wamid)).toMatchObject([{ typing: false }])
    await settings({ tell_typing: true })
  })
})
