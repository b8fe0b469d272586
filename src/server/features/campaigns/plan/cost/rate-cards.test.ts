import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { prices } from '#contract/campaigns/prices.ts'
import { campaigns } from '#contract/campaigns.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { addLeads, openShop, type Shop } from '../../campaigns.fixture.ts'
import { startCampaign } from '../../campaigns.ts'
import { marketIds } from './price-list.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.call(prices.reset, { token: shop.token })
})

const head = 'market,category,valid_from,valid_to,price,currency'
type Change = { market: string; category: string; lines: string[] }

/** A file with one price for each market and category from a day on, but for those that are given. */
function fileOf(...changes: Change[]): string {
  const lines = marketIds.flatMap((market) =>
    ['marketing', 'utility', 'authentication'].flatMap((category) => {
      const change = changes.find((one) => one.market === market && one.category === category)
      const days = change ? change.lines : ['2026-01-01,,1']
      return days.map((line) => `${market},${category},${line},INR`)
    }),
  )
  return [head, ...lines].join('\n')
}

const load = async (csv: string) => await server.call(prices.importCsv, { token: shop.token, body: { csv } })
const listOn = async (day?: string) =>
  (await server.call(prices.get, { token: shop.token, query: day ? { day } : {} })).body.list
const indiaOn = async (day: string) => (await listOn(day)).markets.find(({ market }) => market === 'india')!

it('keeps the prices of earlier days when new ones are entered from a day on', async () => {
  const markets = (price: number) =>
    marketIds.map((market) => ({ market, marketing: price, utility: price, authentication: price }))
  const save = (from: string, price: number, currency = 'INR') =>
    server.call(prices.save, { token: shop.token, body: { currency, from, markets: markets(price) } })
  expect((await save('2026-03-01', 1)).status).toBe(200)
  expect((await save('2026-10-01', 2)).body.list.periods).toEqual([
    { from: '2026-03-01', to: '2026-09-30' },
    { from: '2026-10-01', to: null },
  ])
  expect((await indiaOn('2026-09-30')).marketing).toBe(1)
  expect((await indiaOn('2026-10-01')).marketing).toBe(2)
  // Of days before the first price nothing is known, which is not 0.
  expect((await indiaOn('2026-02-28')).marketing).toBeNull()
  const other = await save('2026-11-01', 3, 'USD')
  expect(other.status).toBe(422)
  expect(other.body.fields?.currency).toBe(
    'Prices of earlier days are in INR. Use the same currency, or upload a file with all prices.',
  )
  // Entered again from the same day, they replace what was entered for later days.
  await save('2026-03-01', 5)
  expect((await listOn()).periods).toEqual([{ from: '2026-03-01', to: null }])
})

it('reads back the file that it writes', async () => {
  const download = async () => {
    const answer = await server.http.inject({
      method: 'GET',
      url: prices.exportCsv.path,
      headers: { authorization: `Bearer ${shop.token}` },
    })
    expect(answer.statusCode).toBe(200)
    return answer.body
  }
  const shipped = await download()
  expect(shipped).toContain('india,marketing,2026-01-01,,0.0118,USD')
  const loaded = await load(shipped)
  expect(loaded.status, JSON.stringify(loaded.body)).toBe(200)
  expect(loaded.body.list.shipped_from).toBeNull()
  expect(await download()).toBe(shipped)
  const changed = fileOf({
    market: 'india',
    category: 'marketing',
    lines: ['2026-01-01,2026-06-30,0.5', '2026-07-01,,0.75'],
  })
  // As spreadsheets of Europe write it, with what few lists have.
  const semicolons = `${changed}\nindia,service,2026-10-01,,0.1,INR`.replaceAll(',', ';').replaceAll('.', ',')
  const list = (await load(semicolons)).body.list
  expect(list.periods.map(({ from }) => from)).toEqual(['2026-01-01', '2026-07-01', '2026-10-01'])
  expect((await indiaOn('2026-06-30')).marketing).toBe(0.5)
  expect(await indiaOn('2026-12-01')).toMatchObject({ marketing: 0.75, service: 0.1 })
  expect((await indiaOn('2026-09-30')).service).toBeNull()
})

const india = (...lines: string[]): Change => ({ market: 'india', category: 'marketing', lines })
it.each([
  [
    'a gap',
    fileOf(india('2026-01-01,2026-03-31,1', '2026-04-15,,1')),
    /^India, marketing: there is no price from 1 Apr 2026 to 14 Apr 2026\.$/,
  ],
  [
    'an overlap',
    fileOf(india('2026-01-01,2026-04-20,1', '2026-04-15,,1')),
    /^India, marketing: prices overlap from 15 Apr 2026 to 20 Apr 2026\.$/,
  ],
  [
    'the same days twice',
    fileOf(india('2026-01-01,,1', '2026-01-01,,2')),
    /^India, marketing: prices overlap from 1 Jan 2026 on\.$/,
  ],
  [
    'a later beginning',
    fileOf(india('2026-02-01,,1')),
    /^India, marketing: there is no price from 1 Jan 2026 to 31 Jan 2026\.$/,
  ],
  [
    'an earlier end',
    fileOf(india('2026-01-01,2026-12-31,1')),
    /^India, marketing: there is no price from 1 Jan 2027 on\.$/,
  ],
  ['an end before the beginning', fileOf(india('2026-01-01,2025-01-01,1')), /ends before it begins/],
  ['a market without a category', fileOf(india()), /^India has no price for marketing\.$/],
  [
    'many faults',
    `${head}\nindia,marketing,2026-01-01,,1,INR`,
    /^India has no price .* And \d+ more like this\.$|^Argentina has no price .* And \d+ more like this\.$/,
  ],
  ['two currencies', `${fileOf()}\nindia,service,2026-01-01,,1,USD`, /in one currency/],
  [
    'a market that there is not',
    `${fileOf()}\nmoon,service,2026-01-01,,1,INR`,
    /“moon” cannot be the market/,
  ],
  [
    'a category that there is not',
    `${fileOf()}\nindia,gift,2026-01-01,,1,INR`,
    /“gift” cannot be the category/,
  ],
  ['a price below zero', fileOf(india('2026-01-01,,-1')), /“-1” cannot be the price/],
  [
    'a volume that is no number',
    `${fileOf()}\nindia,utility,2026-01-01,,1,INR,many`.replace('currency', 'currency,above'),
    /“many” cannot be the above/,
  ],
  ['no price', fileOf(india('2026-01-01,,')), /“” cannot be the price/],
  ['a day that there is not', fileOf(india('2026-02-30,,1')), /“2026-02-30” cannot be the valid_from/],
  ['no columns', 'a,b\n1,2', /^Add these columns: market, category/],
  ['what is no table', '"a', /^This cannot be read/],
])('refuses a file with %s, and changes nothing', async (_, csv, sentence) => {
  await load(fileOf())
  const answer = await load(csv)
  expect(answer.status).toBe(422)
  expect(answer.body.fields?.csv).toMatch(sentence)
  expect((await listOn()).periods).toEqual([{ from: '2026-01-01', to: null }])
  expect((await indiaOn('2026-05-01')).marketing).toBe(1)
})

it('reads prices of larger volumes, keeps them with the day, and writes them back', async () => {
  const csv = `${fileOf()}
india,utility,2026-01-01,,0.8,INR,100000
india,utility,2026-01-01,,0.6,INR,1000000
india,utility,2090-01-01,,0.5,INR,5000000`.replace('currency', 'currency,above')
  const answer = await load(csv)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const tier = (above: number, price: number) => ({ market: 'india', category: 'utility', above, price })
  expect((await listOn('2026-05-01')).tiers).toEqual([tier(100_000, 0.8), tier(1_000_000, 0.6)])
  expect((await listOn('2090-05-01')).tiers).toHaveLength(3)
  expect((await indiaOn('2026-05-01')).utility).toBe(1)
  const file = await server.http.inject({
    method: 'GET',
    url: prices.exportCsv.path,
    headers: { authorization: `Bearer ${shop.token}` },
  })
  expect(file.body).toContain('india,utility,2026-01-01,,0.8,INR,100000')
  expect((await load(file.body)).body.list.tiers).toHaveLength(2)
  expect((await listOn('2090-05-01')).tiers).toHaveLength(3)
  // Entered on the screen, from a day on.
  const markets = marketIds.map((market) => ({ market, marketing: 2, utility: 2, authentication: 2 }))
  const save = (tiers: object[]) =>
    server.call(prices.save, {
      token: shop.token,
      body: { currency: 'INR', from: '2026-10-01', markets, tiers: tiers as never },
    })
  expect((await save([tier(500, 1.5)])).body.list.tiers).toEqual([tier(500, 1.5)])
  expect((await listOn('2026-05-01')).tiers).toHaveLength(2)
  const twice = await save([tier(500, 1.5), tier(500, 1.4)])
  expect(twice.body.fields?.csv).toMatch(/^India, utility above 500 messages: prices overlap/)
  expect((await save([tier(0, 1)])).body.fields?.['tiers.0.above']).toMatch(/whole number/)
  expect((await save([{ ...tier(5, 1), category: 'service' }])).body.fields?.csv).toMatch(
    /no price for service/,
  )
})

it('forecasts with the prices of the day of the start, and says what is not known', async () => {
  await load(fileOf(india('2026-01-01,2099-01-01,1', '2099-01-02,,3')))
  await addLeads(server, shop.businessId, [
    { phone: '+919876500001', tags: ['dated'] },
    { phone: '+919876500002', tags: ['dated'] },
    { phone: '+4915200000009', tags: ['dated'] },
  ])
  const check = async (more: object = {}) => {
    const body = { template_id: shop.template.weekend_offer!, audience: { tags: ['dated'] }, ...more }
    return (await server.call(campaigns.check, { token: shop.token, body: body as never })).body.checks
  }
  expect((await check()).cost).toMatchObject({ amount: 3, currency: 'INR' })
  const later = await check({ scheduled_at: '2099-06-01T04:00:00Z' })
  expect(later.cost).toMatchObject({ amount: 7, unpriced: 0 })
  expect(later.forecast).toEqual({
    day: '2099-06-01',
    free: 0,
    lines: [
      { country: 'IN', count: 2, amount: 6, unpriced: 0 },
      { country: 'DE', count: 1, amount: 1, unpriced: 0 },
    ],
  })
  const ended = marketIds.flatMap((market) =>
    ['marketing', 'utility', 'authentication'].map(
      (category): Change => ({ market, category, lines: ['2026-01-01,2026-02-01,1'] }),
    ),
  )
  await load(fileOf(...ended))
  const unknown = await check()
  expect(unknown.cost).toMatchObject({ amount: null, unpriced: 3 })
  expect(unknown.checks.find(({ name }) => name === 'cost')).toMatchObject({
    state: 'unknown',
    sentence: 'Cost not known: your price list has no price for that day',
  })
})

it('counts people as free who came from an ad and were answered, until three days after the answer', async () => {
  await load(fileOf())
  await addLeads(server, shop.businessId, [
    { phone: '+919876600001', tags: ['ad'] },
    { phone: '+919876600002', tags: ['ad'] },
  ])
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3600_000)
  const { db } = server.app
  const conversation = await db
    .insertInto('conversations')
    .values({
      business_id: shop.businessId,
      address: '+919876600001',
      phone_number_id: '1',
      last_at: hoursAgo(30),
      created_at: hoursAgo(40),
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const visit = (address: string, id: number) =>
    db
      .insertInto('ad_visits')
      .values({
        business_id: shop.businessId,
        inbound_id: id,
        conversation_id: conversation.id,
        address,
        at: hoursAgo(40),
        source_type: 'ad',
        source_id: '1',
      })
      .execute()
  await visit('+919876600001', 1)
  const check = async () =>
    (
      await server.call(campaigns.check, {
        token: shop.token,
        body: { template_id: shop.template.weekend_offer!, audience: { tags: ['ad'] } } as never,
      })
    ).body.checks
  expect(await check()).toMatchObject({ forecast: { free: 0 }, cost: { amount: 2 } })
  const answer = (hours: number) =>
    db
      .insertInto('conversation_sends')
      .values({
        business_id: shop.businessId,
        conversation_id: conversation.id,
        message_id: hours,
        send_key: randomUUID(),
        user_id: 1,
        at: hoursAgo(hours),
        text: 'Hello',
      } as never)
      .execute()
  // Too late: more than a day after they wrote.
  await answer(10)
  expect(await check()).toMatchObject({ forecast: { free: 0 }, cost: { amount: 2 } })
  await answer(30)
  expect(await check()).toMatchObject({ forecast: { free: 1 }, cost: { amount: 1 } })
  // Once it has started, the campaign's page says the same, and so does its cost beside what was charged.
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, audience: { tags: ['ad'] } } as never,
  })
  const params = { id: body.campaign.id }
  await startCampaign(server.app, shop.businessId, params.id)
  const { campaign } = (await server.call(campaigns.get, { token: shop.token, params })).body
  expect(campaign.forecast).toMatchObject({ amount: 1, unpriced: 0 })
  const { cost } = (await server.call(analytics.campaignCost, { token: shop.token, params })).body
  expect(cost.total).toMatchObject({ planned: 2, forecast: 1 })
})
