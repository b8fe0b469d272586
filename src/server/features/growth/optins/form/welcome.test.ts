import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { optins } from '#contract/growth/optins.ts'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { webhookPath } from '#server/features/webhooks/webhooks.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { type ConnectedAccount, connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
let account: ConnectedAccount
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
  asha = await server.signUp()
  account = await connectSeededAccount(server, asha)
})
afterAll(() => server.close())

const hello = 'Hello! You get our offers now. Reply STOP at any time.'

async function openForm(welcome: string) {
  const texts = [
    { language: 'en' as const, heading: 'News', text: '', consent: 'I agree', button: 'Join', welcome },
  ]
  const body = { name: 'Counter', content: { ask_name: true, texts } }
  const { form } = (await server.call(optins.create, { token: asha.token, body })).body
  await server.call(optins.open, { token: asha.token, params: { id: form.id }, body: { is_open: true } })
  return { id: form.id, text: form.join.text }
}

let nr = 0
/** A message of somebody, signed, through the front door; applied when it returns. */
async function says(digits: string, text: string, { hoursAgo = 0, id = `wamid.W${++nr}`, times = 1 } = {}) {
  const timestamp = String(Math.floor(Date.now() / 1000) - hoursAgo * 3600)
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: account.phone_number_id },
    contacts: [{ profile: { name: 'Rukmini' }, wa_id: digits }],
    messages: [{ from: digits, id, timestamp, type: 'text', text: { body: text } }],
  }
  const entry = [{ id: account.waba_id, changes: [{ field: 'messages', value }] }]
  const payload = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }))
  const headers = {
    'content-type': 'application/json',
    'x-hub-signature-256': signWebhook(payload, sandboxSeed.app.secret),
  }
  for (let time = 0; time < times; time++)
    expect(
      (await server.http.inject({ method: 'POST', url: webhookPath, payload, headers })).statusCode,
    ).toBe(200)
  await eventually('the webhook is applied', async () => {
    const { rows } = await sql`select from inbound_messages where wamid = ${id}`.execute(server.app.db)
    return rows.length > 0
  })
}
const sentTo = async (digits: string) =>
  await server.app.db
    .selectFrom('messages')
    .select(['status', 'phone_number_id', 'lead_id', sql<string>`variables[1]`.as('text')])
    .where('recipient_phone', '=', `+${digits}`)
    .execute()
const outcomesOf = async (form_id: number) =>
  (await server.call(optins.proofs, { token: asha.token, query: { form_id } })).body.proofs.map(
    ({ outcome }) => outcome,
  )

it('answers who joins by a message, once for each', async () => {
  const form = await openForm(hello)
  await says('919822600001', form.text, { times: 3 })
  const sent = await eventually('the answer leaves', async () => {
    const all = await sentTo('919822600001')
    return all.some(({ status }) => status !== 'queued' && status !== 'sending') && all
  })
  expect(sent).toMatchObject([
    { text: hello, phone_number_id: account.phone_number_id, lead_id: expect.any(Number) },
  ])
  expect(['sent', 'delivered', 'read']).toContain(sent[0]?.status)
  expect(await outcomesOf(form.id)).toEqual(['opted_in'])
  await says('919822600001', form.text)
  expect(await sentTo('919822600001')).toHaveLength(2)
})

it('answers nothing without a text, outside of the window and to other messages', async () => {
  const silent = await openForm('')
  await says('919822600002', silent.text)
  expect(await outcomesOf(silent.id)).toEqual(['opted_in'])
  const form = await openForm(hello)
  await says('919822600003', form.text, { hoursAgo: 25 })
  expect(await outcomesOf(form.id)).toEqual(['opted_in'])
  await says('919822600004', 'Good morning')
  for (const digits of ['919822600002', '919822600003', '919822600004'])
    expect([digits, await sentTo(digits)]).toEqual([digits, []])
})

it('answers nothing while the business is to be deleted', async () => {
  const form = await openForm(hello)
  await sql`insert into business_deletions (business_id, asked_at, due_at)
    values (${asha.businessId}, now(), now() + interval '7 days')`.execute(server.app.db)
  await says('919822600009', form.text)
  await sql`update business_deletions set taken_back_at = now()`.execute(server.app.db)
  expect(await outcomesOf(form.id)).toEqual(['opted_in'])
  expect(await sentTo('919822600009')).toEqual([])
})
