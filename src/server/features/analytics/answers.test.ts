import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { leads } from '#contract/leads.ts'
import { applyEvents } from '#server/features/webhooks/apply.ts'
import { fill, oneOptOutEach } from '#server/migrations/1066-answered-messages.ts'
import { readWebhook } from '#server/providers/meta/webhooks/webhook-events.ts'
import { isCluster } from '#test/cluster.ts'
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
const stopsInWhatsApp = (digits: string, userId: string) =>
  receive('user_preferences', {
    user_preferences: [
      {
        wa_id: digits,
        user_id: userId,
        value: 'stop',
        category: 'marketing_messages',
        detail: 'User requested to stop marketing messages',
        timestamp: Number(timestamp(new Date())),
      },
    ],
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

it('counts a Stop in WhatsApp as one opt-out, after the last message', async () => {
  const before = await responses()
  const { body: earlier } = await server.call(analytics.get, { token: person.token })
  const digits = newDigits()
  const id = await addLead(digits)
  await got(digits, [{ ago: 60, campaignId: 4, template: 'pune' }])
  await stopsInWhatsApp(digits, 'IN.7700000001')
  await stopsInWhatsApp(digits, 'IN.7700000001')
  expect(await responses()).toEqual({ ...before, pune: [0, 1] })
  const { body } = await server.call(analytics.get, { token: person.token })
  expect(body.total.opted_out).toBe(earlier.total.opted_out + 1)
  expect(body.consent.opted_out).toBe(earlier.consent.opted_out + 1)
  const { body: lead } = await server.call(leads.get, { token: person.token, params: { id } })
  expect(lead.history.filter(({ details }) => details?.includes('requested to stop'))).toHaveLength(1)
})

it('records one opt-out for a stranger with two addresses', async () => {
  const stranger = newDigits()
  await stopsInWhatsApp(stranger, 'IN.7700000002')
  const { rows } = await sql<{ phone: string }>`
    select phone from consent_changes where business_id = ${person.businessId}
      and phone in (${`+${stranger}`}, 'IN.7700000002')`.execute(server.app.db)
  expect(rows).toEqual([{ phone: `+${stranger}` }])
})

// Migrations of before a cluster was supported never meet tables that were given to nodes.
it.skipIf(isCluster)('gives replies and opt-outs of before the upgrade their message', async () => {
  const found = await responses()
  const changes = async () =>
    (
      await sql`select id, phone, message_id from consent_changes where business_id = ${person.businessId}
        order by id`.execute(server.app.db)
    ).rows
  const once = await changes()
  await server.app.transaction(async ({ db }) => {
    // The campaign of the last 7 days, and an opt-out for each address.
    await sql`update lead_replies r set message_id = null, campaign_id = coalesce(r.campaign_id, (
      select m.campaign_id from messages m where m.business_id = r.business_id
        and m.recipient_phone = r.address collate "C" and m.campaign_id = 3))`.execute(db)
    // What a later migration forbids.
    await sql`alter table consent_changes disable trigger rows_stay`.execute(db)
    await sql`update consent_changes set message_id = null`.execute(db)
    await sql`insert into consent_changes (business_id, phone, consent, source, details, at)
      select business_id, 'IN.7700000001', consent, source, details, at from consent_changes
      where business_id = ${person.businessId} and source = 'whatsapp_preference' and lead_id is not null`.execute(
      db,
    )
    await fill(db as never)
    await oneOptOutEach(db as never)
    await sql`alter table consent_changes enable trigger rows_stay`.execute(db)
  })
  expect(await changes()).toEqual(once)
  expect(await responses()).toEqual(found)
})
