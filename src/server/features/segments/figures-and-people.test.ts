import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { segments } from '#contract/growth/segments.ts'
import { leads } from '#contract/leads.ts'
import { archiveMessages } from '#server/features/messages/messages.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addSent, countAll, type Sent } from '../analytics/analytics.fixture.ts'
import { addPeople } from './segments.fixture.ts'

let server: TestServer
let shop: Person
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await server.signUp()
})

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const daysAgo = (days: number): string => hoursAgo(days * 24).slice(0, 10)

const [asha, bela] = ['+919812399001', '+447911123456'] as const
async function send(rows: Sent[]): Promise<void> {
  const people = [
    { name: 'Asha', phone: asha, tag: 'till' },
    { name: 'Bela', phone: bela, tag: 'till' },
  ]
  const { status } = await server.call(leads.upload, { token: shop.token, body: { leads: people } })
  expect(status).toBe(200)
  await addSent(server, shop, rows)
  await sql`
    update messages m set lead_id = l.id from leads l
    where l.business_id = m.business_id and l.phone = m.recipient_phone and m.business_id = ${shop.businessId}`.execute(
    server.app.db,
  )
  await countAll(server)
}
const report = async (query: object) =>
  (await server.call(analytics.get, { token: shop.token, query } as never)).body
const peopleOf = async (body: object): Promise<(string | null)[]> => {
  const made = await server.call(segments.retarget, { token: shop.token, body } as never)
  const { rules } = made.body.segment
  const found = await server.call(segments.people, { token: shop.token, body: { rules } })
  return found.body.leads.map(({ name }) => name).sort()
}

it('who read and did not click are those that the figure counts, without answers in chats', async () => {
  await send([
    { phone: asha, status: 'read', at: hoursAgo(30) },
    { phone: bela, status: 'read', at: hoursAgo(30), chat: true },
  ])
  const days = { from: daysAgo(5), to: daysAgo(0) }
  expect((await report(days)).total.read).toBe(1)
  expect(await peopleOf({ days, cell: 'not_clicked' })).toEqual(['Asha'])
  expect(await peopleOf({ since: daysAgo(5), cell: 'not_clicked' })).toEqual(['Asha'])
})

it('people of a country are the same after their messages were archived', async () => {
  const at = '2026-08-10T10:00:00Z'
  await send([
    { phone: asha, status: 'read', at, campaignId: 5 },
    { phone: bela, status: 'read', at, campaignId: 5 },
  ])
  const days = { from: '2026-08-01', to: '2026-08-31' }
  const both = async () => {
    await countAll(server)
    const { total } = await report({ ...days, country: 'IN' })
    return [total.read, await peopleOf({ days, country: 'IN', cell: 'not_clicked' })]
  }
  expect(await both()).toEqual([1, ['Asha']])
  expect((await archiveMessages(server.app, new Date('2026-10-01'))).removed).toBe(2)
  expect(await both()).toEqual([1, ['Asha']])
})

it('an A/B test counts who converted as far as the filter lets them through', async () => {
  const { businessId } = shop
  const { db } = server.app
  await connectSeededAccount(server, shop)
  await addPeople(server, businessId)
  await sql`
    update messages set variant = 1, status = 'read', due_at = null,
      claimed_at = now() - interval '2 days', accepted_at = now() - interval '2 days'
    where business_id = ${businessId}`.execute(db)
  const { rows } = await sql<{ id: number }>`
    select id from campaigns where business_id = ${businessId}`.execute(db)
  await sql`
    insert into campaign_trials (business_id, campaign_id, kind, percent, measure, after_minutes, decide, stage)
    values (${businessId}, ${rows[0]!.id}, 'test', 20, 'converted', 60, 'clear', 'measuring')`.execute(db)
  await sql`
    insert into conversions (business_id, key, event, at, address, lead_id, source, created_at, touch, touched_at,
      message_id, campaign_id, message_at, amount, currency)
    select business_id, 'order ' || id, 'purchase', now(), recipient_phone, lead_id, 'api', now(), 'campaign', now(),
      id, campaign_id, accepted_at, 900, 'INR'
    from messages where business_id = ${businessId}`.execute(db)
  await countAll(server)
  const figures = async (query: object) => {
    const { tests, converted } = await report(query)
    return [tests.map(({ versions }) => versions.map((one) => [one.sent, one.converted])), converted]
  }
  expect(await figures({})).toEqual([[[[4, 4]]], 4])
  expect(await figures({ tag: 'VIP' })).toEqual([[[[2, 2]]], 2])
  expect(await figures({ country: 'BR' })).toEqual([[], 0])
})
