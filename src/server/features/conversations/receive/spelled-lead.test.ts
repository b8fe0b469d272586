import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversations } from '#contract/conversations.ts'
import { leads } from '#contract/leads.ts'
import { up } from '#server/migrations/1166-leads-of-chats.ts'
import { type Inbox, openInbox, text } from '../conversations.fixture.ts'

let inbox: Inbox
beforeAll(async () => {
  inbox = await openInbox()
})
afterAll(() => inbox.server.close())

it.each([
  ['Brazil', '551187654321', '+5511987654321'],
  ['Mexico', '5215512345678', '+525512345678'],
  ['Argentina', '5491123456789', '+541123456789'],
])('a chat of %s is of the lead in the other spelling, also one of before', async (name, shown, phone) => {
  const { server, asha, deliver, conversationWith } = inbox
  const body = { leads: [{ name, phone, source: 'api' }] }
  const added = await server.call(leads.upload, { token: asha.token, body: body as never })
  await deliver(shown, [text('Is the shop open?')])
  const { id, ...chat } = await conversationWith(shown)
  const lead = { lead_id: added.body.leads![0]!.id, name }
  expect(chat).toMatchObject(lead)
  await server.app.db.updateTable('conversations').set({ lead_id: null }).where('id', '=', id).execute()
  await up(server.app.db as never)
  const again = await server.call(conversations.get, { token: asha.token, params: { id } })
  expect(again.body.conversation).toMatchObject(lead)
})

it.each(['+919822310001', '+551196765432'])(
  'a chat that the owner begins on the phone is of the lead: %s',
  async (shown) => {
    const { server, asha, echo, conversationWith } = inbox
    const people = [{ name: 'Ravi', phone: shown, source: 'api' }]
    const added = await server.call(leads.upload, { token: asha.token, body: { leads: people } as never })
    await echo(shown.slice(1), [text('Your boxes are ready.')])
    const [lead] = added.body.leads!
    const chat = { lead_id: lead!.id, name: 'Ravi' }
    expect(await conversationWith(shown.slice(1))).toMatchObject(chat)
    await server.app.db.updateTable('conversations').set({ lead_id: null }).execute()
    await up(server.app.db as never)
    expect(await conversationWith(shown.slice(1))).toMatchObject(chat)
  },
)
