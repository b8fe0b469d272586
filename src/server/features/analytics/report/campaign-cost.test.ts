import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { prices } from '#contract/campaigns/prices.ts'
import { campaigns } from '#contract/campaigns.ts'
import { addLeads, openShop, type Shop } from '#server/features/campaigns/campaigns.fixture.ts'
import { startCampaign } from '#server/features/campaigns/campaigns.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { countAll } from '../analytics.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const costOf = async (id: number) => {
  const answer = await server.call(analytics.campaignCost, { token: shop.token, params: { id } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.cost
}

it('shows what a campaign was to cost beside what was charged, and what is not told yet', async () => {
  await addLeads(server, shop.businessId, [
    { phone: '+919876000001', tags: ['cost'] },
    { phone: '+919876000002', tags: ['cost'] },
    { phone: '+919876000003', tags: ['cost'] },
    { phone: '+4915200000001', tags: ['cost'] },
  ])
  const { body } = await server.call(campaigns.schedule, {
    token: shop.token,
    body: { template_id: shop.template.weekend_offer!, audience: { tags: ['cost'] } },
  })
  const { id } = body.campaign
  expect(await costOf(id)).toEqual({ day: null, lines: [], total: null })
  await startCampaign(server.app, shop.businessId, id)
  const planned = await costOf(id)
  expect(planned.lines).toMatchObject([
    { country: 'IN', category: 'MARKETING', planned: 3, forecast: 0.0354, charged: 0, actual: 0 },
    { country: 'DE', category: 'MARKETING', planned: 1, forecast: 0.1365, charged: 0, actual: 0 },
  ])
  expect(planned.total).toMatchObject({ planned: 4, forecast: 0.1719, actual: 0, currency: 'USD' })
  const arrive = async (phone: string, type: string | null, category: string | null = null) =>
    await sql`
      update messages set status = 'delivered', accepted_at = now(), delivered_at = now(), price_type = ${type},
        price_category = ${category}
      where business_id = ${shop.businessId} and campaign_id = ${id} and recipient_phone = ${phone}`.execute(
      server.app.db,
    )
  await arrive('+4915200000001', null)
  await countAll(server)
  // It arrived, and WhatsApp has told no price: not known is not 0.
  const germany = (cost: Awaited<ReturnType<typeof costOf>>) =>
    cost.lines.find(({ country }) => country === 'DE')
  expect(germany(await costOf(id))).toMatchObject({ untold: 1, charged: 0, actual: null })
  await arrive('+919876000001', 'regular', 'marketing_lite')
  await arrive('+919876000002', 'free_entry_point', 'marketing')
  await arrive('+919876000003', 'regular', 'authentication-international')
  await arrive('+4915200000001', 'regular', 'utility')
  await countAll(server)
  const { lines, total } = await costOf(id)
  expect(lines).toMatchObject([
    { country: 'IN', category: 'MARKETING', planned: 3, charged: 1, free: 1, actual: 0.0118 },
    { country: 'DE', category: 'MARKETING', planned: 1, forecast: 0.1365, charged: 0, actual: 0 },
    // Of a category that the list does not have, the price is not known.
    { country: 'IN', category: 'AUTHENTICATION_INTERNATIONAL', planned: 0, charged: 1, actual: null },
    { country: 'DE', category: 'UTILITY', planned: 0, forecast: 0, charged: 1, actual: 0.055 },
  ])
  expect(total).toMatchObject({ charged: 3, free: 1, untold: 0, forecast: 0.1719, actual: 0.0668 })
  // Analytics count the same.
  const { cost } = (await server.call(analytics.get, { token: shop.token, query: { campaign_id: id } })).body
  expect(cost.map(({ category, charged, amount }) => [category, charged, amount])).toEqual([
    ['AUTHENTICATION_INTERNATIONAL', 1, null],
    ['MARKETING', 1, 0.0118],
    ['UTILITY', 1, 0.055],
  ])
})

it('prices messages by their place in the month where the price depends on the volume', async () => {
  const { list } = (await server.call(prices.get, { token: shop.token })).body
  const tier = (above: number, price: number) => ({
    market: 'india',
    category: 'marketing' as const,
    above,
    price,
  })
  const saved = await server.call(prices.save, {
    token: shop.token,
    body: {
      currency: 'INR',
      markets: list.markets.map(({ market }) => ({ market, marketing: 10, utility: 1, authentication: 1 })),
      // One message of the month was charged before, by the test above.
      tiers: [tier(2, 6), tier(4, 1)],
    },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  const phones = ['+919876000011', '+919876000012', '+919876000013', '+919876000014']
  await addLeads(
    server,
    shop.businessId,
    phones.map((phone) => ({ phone, tags: ['volume'] })),
  )
  const input = { template_id: shop.template.weekend_offer!, audience: { tags: ['volume'] } }
  // The second message of the month for 10, the third and fourth for 6, the fifth for 1.
  const { checks } = (await server.call(campaigns.check, { token: shop.token, body: input })).body
  expect(checks.cost).toMatchObject({ amount: 23, currency: 'INR', unpriced: 0 })
  expect(checks.forecast.lines).toMatchObject([{ country: 'IN', count: 4, amount: 23 }])
  const { id } = (await server.call(campaigns.schedule, { token: shop.token, body: input })).body.campaign
  await startCampaign(server.app, shop.businessId, id)
  await sql`
    update messages set status = 'delivered', accepted_at = now(), delivered_at = now(), price_type = 'regular',
      price_category = 'marketing'
    where business_id = ${shop.businessId} and campaign_id = ${id}`.execute(server.app.db)
  await countAll(server)
  // What is charged on one day shares its price: 10 + 10 + 6 + 6 + 1 for five messages.
  expect((await costOf(id)).total).toMatchObject({ charged: 4, actual: 26.4, currency: 'INR' })
  const { cost } = (await server.call(analytics.get, { token: shop.token, query: {} })).body
  expect(cost.find(({ category }) => category === 'MARKETING')).toMatchObject({ charged: 5, amount: 33 })
  await server.call(prices.reset, { token: shop.token })
})

it('keeps the forecast of the start, whatever prices and other messages come later', async () => {
  await addLeads(server, shop.businessId, [{ phone: '+919876000021', tags: ['kept'] }])
  const body = { template_id: shop.template.weekend_offer!, audience: { tags: ['kept'] } }
  const { checks } = (await server.call(campaigns.check, { token: shop.token, body })).body
  const { id } = (await server.call(campaigns.schedule, { token: shop.token, body })).body.campaign
  await startCampaign(server.app, shop.businessId, id)
  const page = async () => (await server.call(campaigns.get, { token: shop.token, params: { id } })).body
  expect([(await costOf(id)).total?.forecast, checks.cost.amount]).toEqual([0.0118, 0.0118])
  const { list } = (await server.call(prices.get, { token: shop.token })).body
  const enter = async (currency: string) => {
    const markets = list.markets.map(({ market }) => ({
      market,
      marketing: 5,
      utility: 5,
      authentication: 5,
    }))
    await server.call(prices.save, { token: shop.token, body: { currency, markets } })
  }
  await enter('USD')
  await sql`
    update messages set status = 'delivered', accepted_at = now(), delivered_at = now(), price_type = 'regular',
      price_category = 'marketing'
    where business_id = ${shop.businessId} and campaign_id = ${id}`.execute(server.app.db)
  await countAll(server)
  expect((await costOf(id)).total).toMatchObject({ forecast: 0.0118, actual: 5, currency: 'USD' })
  expect((await page()).campaign.forecast).toMatchObject({ amount: 0.0118, currency: 'USD' })
  // Amounts of another currency cannot be compared.
  await enter('INR')
  expect((await costOf(id)).total).toMatchObject({ forecast: null, actual: 5, currency: 'INR' })
  // A campaign that started before this was kept has the prices of the list.
  await sql`update campaigns set forecast = null where business_id = ${shop.businessId} and id = ${id}`.execute(
    server.app.db,
  )
  expect((await costOf(id)).total).toMatchObject({ forecast: 5, actual: 5, currency: 'INR' })
  await server.call(prices.reset, { token: shop.token })
})

it('keeps what WhatsApp said of a number from day to day', async () => {
  const { db } = server.app
  await sql`update number_health set at = now() - interval '3 days', quality_rating = 'GREEN', messaging_limit = 1000
    where business_id = ${shop.businessId}`.execute(db)
  const say = (quality: string, limit: number) =>
    sql`
    update phone_numbers set quality_rating = ${quality}, messaging_limit = ${limit}
    where business_id = ${shop.businessId}`.execute(db)
  await say('YELLOW', 2000)
  await say('RED', 2000)
  // The same again is no change.
  await say('RED', 2000)
  const read = async (token: string) => (await server.call(analytics.get, { token, query: {} })).body.numbers
  const [number] = await read(shop.token)
  const days = number!.days.map(({ quality_rating, messaging_limit }) => [quality_rating, messaging_limit])
  expect(days.at(-1)).toEqual(['RED', 2000])
  expect(days.at(-2)).toEqual(['GREEN', 1000])
  // Of the time before nothing is known.
  expect(days[0]).toEqual([null, null])
  expect(number!.days.at(-1)!.sent).toBeGreaterThan(0)
  const { rows } = await sql`
    select from number_health
    where business_id = ${shop.businessId} and phone_number_id = ${number!.phone_number_id}`.execute(db)
  expect(rows).toHaveLength(3)
  expect(await read((await server.signUp()).token)).toEqual([])
})

it('shows no other business’s', async () => {
  const { body } = await server.call(campaigns.list, { token: shop.token })
  const stranger = await server.signUp()
  const answer = await server.call(analytics.campaignCost, {
    token: stranger.token,
    params: { id: body.campaigns[0]!.id },
  })
  expect(answer.status).toBe(404)
})
