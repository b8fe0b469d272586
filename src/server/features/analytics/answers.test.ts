import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { applyEvents } from '#server/features/webhooks/apply.ts'
import { readWebhook } from '#server/providers/meta/webhooks/webhook-events.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addSent, countAll, type Sent } from './analytics.fixture.ts'
import { checkBlock } from './rollups/check.ts'

let server: TestServer
let person: Person
let account: { waba_id: string; phone_number_id: string }
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  person = await server.signUp()
  account = await connectSeededAccount(server, person)
})
afterAll(() => server.close())

let nr = 0
const newDigits = () => `9198400${String(++nr).padStart(5, '0')}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Applies a webhook as it is read from its body. */
async function receive(field: string, value: object): Promise<void> {
  const metadata = { phone_number_id: account.phone_number_id }
  const change = { field, value: { metadata, ...value } }
  const events = readWebhook({
    object: 'whatsapp_business_account',
    entry: [{ id: account.waba_id, changes: [change] }],
  })
  await applyEvents(
    server.app,
    events.map((event, webhookEventId) => ({ ...event, webhookEventId })),
  )
}
const timestamp = (at: Date) => String(Math.ceil(at.getTime() / 1000))
const says = (digits: string, content: object, at = new Date()) =>
  receive('messages', {
    contacts: [{ profile: { name: 'Rukmini' }, wa_id: digits }],
    messages: [{ from: digits, id: `wamid.AN${++nr}`, timestamp: timestamp(at), ...content }],
  })
const text = (body: string, named?: string) => ({
  type: 'text',
  text: { body },
  ...(named && { context: { id: named } }),
})
async function addLead(digits: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into leads (business_id, name, phone, consent, consent_at) values (${person.businessId}, 'Rukmini',
      ${`+${digits}`}, 'opted_in', now() - interval '1 day') returning id`.execute(server.app.db)
  return Number(rows[0]!.id)
}

/** What the person read: messages of a campaign, a sequence, an API, or a conversation. */
const got = (digits: string, messages: (Partial<Sent> & { ago: number })[]) =>
  addSent(
    server,
    person,
    messages.map(({ ago, ...message }) => ({
      phone: `+${digits}`,
      status: 'read',
      at: minutesAgo(ago).toISOString(),
      ...message,
    })),
  )

/** Replies and opt-outs by template; the figures that are kept equal a count of the rows. */
async function responses(): Promise<Record<string, [replied: number, optedOut: number]>> {
  await countAll(server)
  const blocks = await sql<{ block: number }>`
    select distinct id >> 13 as block from messages where business_id = ${person.businessId}`.execute(
    server.app.db,
  )
  for (const { block } of blocks.rows) {
    const one = { business_id: person.businessId, kind: 'messages' as const, block: Number(block) }
    expect(await checkBlock(server.app, one)).toBe(false)
  }
  const { body } = await server.call(analytics.get, { token: person.token })
  return Object.fromEntries(
    body.templates
      .filter(({ replied, opted_out }) => replied + opted_out > 0)
      .map(({ template, replied, opted_out }) => [template, [replied, opted_out]]),
  )
}

it('books a reply and an opt-out on the last message, of whatever kind, and on a named one before it', async () => {
  const [asha, bela, chitra, dina] = [newDigits(), newDigits(), newDigits(), newDigits()]
  for (const digits of [asha, bela, chitra, dina]) await addLead(digits)
  await got(asha, [
    { ago: 300, campaignId: 3, template: 'mumbai' },
    { ago: 200, sequenceId: 5, template: 'ten_percent' },
    // A bot's answers are no message that somebody opts out after.
    ...Array.from({ length: 9 }, (_, index) => ({ ago: 100 - index, chat: true })),
  ])
  await got(bela, [
    { ago: 300, campaignId: 3, template: 'mumbai' },
    { ago: 200, template: 'order_shipped' },
    { ago: 100, chat: true },
  ])
  await got(chitra, [
    { ago: 300, campaignId: 3, template: 'mumbai', wamid: 'wamid.named' },
    { ago: 200, sequenceId: 5, template: 'ten_percent' },
  ])
  await got(dina, [{ ago: 8 * 24 * 60, sequenceId: 5, template: 'ten_percent' }])
  await says(asha, text('STOP'))
  await says(bela, text('How much is it?'))
  await says(chitra, text('And this one?', 'wamid.named'))
  await says(dina, text('Hello'))
  expect(await responses()).toEqual({ ten_percent: [1, 1], order_shipped: [1, 0], mumbai: [1, 0] })
})
