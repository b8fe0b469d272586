import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AnalyticsQuery, analytics } from '#contract/analytics/analytics.ts'
import { prices } from '#contract/campaigns/prices.ts'
import { marketIds } from '#server/features/campaigns/plan/cost/price-list.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addSent, countAll } from '../analytics.fixture.ts'
import { checkBlock } from '../rollups/check.ts'
import { type ChatDay, withoutFreeOnes } from './chats.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp()
  const lines = marketIds.flatMap((market) =>
    ['marketing', 'utility', 'authentication', 'service'].map(
      (category) => `${market},${category},2026-01-01,,${category === 'service' ? 0.5 : 2},INR`,
    ),
  )
  const csv = ['market,category,valid_from,valid_to,price,currency', ...lines].join('\n')
  const { status } = await server.call(prices.importCsv, { token: person.token, body: { csv } })
  expect(status).toBe(200)
})

const october = { from: '2026-10-01', to: '2026-10-31' }
const number = '106540352242922'

/** Answers in a conversation that arrived. @returns the id of one of them. */
async function chats(
  count: number,
  phone: string,
  day: string,
  { type = 'regular', category = 'service' }: { type?: string | null; category?: string | null } = {},
): Promise<number> {
  const at = `${day}T07:00:00Z`
  const [id] = await addSent(server, person, [{ phone, status: 'delivered', at, chat: true }])
  await sql`
    insert into messages (business_id, content_id, phone_number_id, recipient_phone, status, created_at)
    select business_id, content_id, phone_number_id, recipient_phone, 'queued', created_at
    from messages, generate_series(2, ${count}) where business_id = ${person.businessId} and id = ${id!}`.execute(
    server.app.db,
  )
  await sql`
    update messages set status = 'delivered', attempts = 1, claimed_at = ${at}, accepted_at = ${at}, delivered_at = ${at},
      price_type = ${type}, price_category = ${category}
    where business_id = ${person.businessId} and created_at = ${at} and recipient_phone = ${phone}`.execute(
    server.app.db,
  )
  return id!
}

const read = async (query: AnalyticsQuery = october) => {
  const answer = await server.call(analytics.get, { token: person.token, query })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const costOf = async (query?: AnalyticsQuery) => {
  const { cost, cost_by_country } = await read(query)
  return {
    lines: cost.map((one) => [one.chats, one.category, one.charged, one.free, one.untold, one.amount]),
    countries: cost_by_country.map(({ country, charged, amount }) => [country, charged, amount]).sort(),
  }
}

it('shows what chats cost by category and country, after the free ones of the month', async () => {
  const [sent] = await addSent(server, person, [
    { phone: '+919800000001', status: 'delivered', at: '2026-10-05T07:00:00Z', template: 'offer' },
  ])
  await sql`update messages set price_type = 'regular', price_category = 'marketing' where id = ${sent!}`.execute(
    server.app.db,
  )
  await chats(990, '+919800000001', '2026-10-02')
  await chats(30, '+919800000001', '2026-10-03')
  const id = await chats(4, '+4915200000009', '2026-10-04')
  await chats(3, '+919800000001', '2026-10-06', { type: 'free_entry_point', category: 'referral_conversion' })
  await chats(2, '+919800000001', '2026-10-07', { type: null, category: null })
  await countAll(server)
  expect(await costOf()).toEqual({
    lines: [
      [false, 'MARKETING', 1, 0, 0, 2],
      [true, 'SERVICE', 24, 1003, 2, 12],
    ],
    countries: [
      ['DE', 4, 2],
      ['IN', 21, 12],
    ],
  })
  // Chats stay out of all other figures.
  const { total, before, cost } = await read()
  expect([total.sent, before.sent, cost[1]?.forecast]).toEqual([1, 0, null])
  // What is kept is compared with the rows, as other figures are.
  const block = { business_id: person.businessId, kind: 'messages' as const, block: id >> 13 }
  expect(await checkBlock(server.app, block)).toBe(false)
  await sql`update chat_tallies set charged = 1 where business_id = ${person.businessId}`.execute(
    server.app.db,
  )
  const silent = { ...server.app, log: { ...server.app.log, error: () => undefined } as never }
  expect(await checkBlock(silent, block)).toBe(true)
  expect((await costOf()).lines[1]).toEqual([true, 'SERVICE', 24, 1003, 2, 12])
})

it('filters chats by country, number and category, and has none of a campaign, template or tag', async () => {
  await chats(1001, '+919800000001', '2026-10-02')
  await chats(2, '+4915200000009', '2026-10-03')
  await countAll(server)
  const chatsOf = async (query: AnalyticsQuery) =>
    (await costOf({ ...october, ...query })).lines.map(([, , charged]) => charged)
  expect(await chatsOf({ country: 'IN' })).toEqual([1])
  expect(await chatsOf({ country: 'DE' })).toEqual([2])
  expect(await chatsOf({ phone_number_id: number })).toEqual([3])
  expect(await chatsOf({ phone_number_id: '1' })).toEqual([])
  expect(await chatsOf({ category: 'SERVICE' })).toEqual([3])
  expect(await chatsOf({ category: 'MARKETING' })).toEqual([])
  expect(await chatsOf({ template: 'Chat' })).toEqual([])
  expect(await chatsOf({ tag: 'vip' })).toEqual([])
  expect(await chatsOf({ campaign_id: 7 })).toEqual([])
  // A period that begins within a month knows what was used up before.
  expect(await chatsOf({ from: '2026-10-03', to: '2026-10-31' })).toEqual([2])
})

const dayOf = (day: string, charged: number, more: Partial<ChatDay> = {}): ChatDay => ({
  day,
  country: 'IN',
  category: 'SERVICE',
  phone_number_id: number,
  delivered: charged,
  charged,
  free: 0,
  free_service: 0,
  ...more,
})
const charges = (days: ChatDay[]) => withoutFreeOnes(days).map(({ charged, free }) => [charged, free])

it('takes 1,000 free service messages off each month, whichever way WhatsApp reports them', () => {
  expect(charges([dayOf('2026-10-30', 1200), dayOf('2026-10-31', 5), dayOf('2026-11-01', 1200)])).toEqual([
    [200, 1000],
    [5, 0],
    [200, 1000],
  ])
  const reported = dayOf('2026-10-31', 900, { free: 600, free_service: 400, delivered: 1500 })
  expect(charges([dayOf('2026-10-30', 500), reported])).toEqual([
    [0, 500],
    [800, 700],
  ])
  expect(charges([dayOf('2026-10-30', 10, { free: 1500, free_service: 1500 })])).toEqual([[10, 1500]])
  // Templates in a chat are no service messages.
  expect(charges([dayOf('2026-10-30', 10, { category: 'UTILITY' })])).toEqual([[10, 0]])
})
