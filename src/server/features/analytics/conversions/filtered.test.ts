import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnalyticsQuery, analytics } from '#contract/analytics/analytics.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addClick, addSent, addVisit } from '../analytics.fixture.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  person = await server.signUp()
  await addEverything()
})
afterAll(() => server.close())

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const [mumbai, berlin, stranger] = ['+919800000001', '+4915200000009', '+919800000003'] as const

/** A person of each of two campaigns, with templates of their own, one from an ad, and one from nowhere: each paid once. */
async function addEverything(): Promise<void> {
  const [first, second] = await addSent(server, person, [
    { phone: mumbai, status: 'read', at: hoursAgo(60), campaignId: 7, template: 'offer_a' },
    {
      phone: berlin,
      status: 'read',
      at: hoursAgo(60),
      campaignId: 8,
      template: 'offer_b',
      category: 'UTILITY',
      phoneNumberId: '206540352242922',
    },
  ])
  await addClick(server, person, first!, hoursAgo(50))
  await addClick(server, person, second!, hoursAgo(50))
  const ad = { adId: 'ad-1', address: stranger, at: hoursAgo(40), phoneNumberId: '206540352242922' }
  await addVisit(server, person, ad)
  await addVisit(server, person, { ...ad, adId: 'ad-2', address: '+14155550000', phoneNumberId: '1' })
  await server.app.db
    .insertInto('leads')
    .values({ business_id: person.businessId, name: 'Asha', phone: mumbai, tags: ['vip'] })
    .execute()
  const pay = async (key: string, phone: string, value: number) => {
    const body = { key, event: 'purchase', phone, value, currency: 'INR', at: hoursAgo(10) }
    expect((await server.call(conversions.record, { token: person.token, body })).status).toBe(200)
  }
  await pay('mumbai', mumbai, 1)
  await pay('berlin', berlin, 20)
  await pay('ad', stranger, 300)
  await pay('nowhere', '+34600000001', 4000)
}

it.each<[string, Partial<AnalyticsQuery>, number, string[]]>([
  ['no filter', {}, 4321, ['ad-1', 'ad-2']],
  ['a campaign', { campaign_id: 7 }, 1, ['ad-1', 'ad-2']],
  ['a campaign without any', { campaign_id: 9 }, 0, ['ad-1', 'ad-2']],
  ['a template', { template: 'offer_b' }, 20, ['ad-1', 'ad-2']],
  ['a category', { category: 'MARKETING' }, 1, ['ad-1', 'ad-2']],
  ['a country', { country: 'IN' }, 301, ['ad-1']],
  ['a sender', { phone_number_id: '206540352242922' }, 20, ['ad-1']],
  ['a tag', { tag: 'vip' }, 1, []],
  ['two filters', { country: 'DE', campaign_id: 8 }, 20, []],
])('counts what people did, and ads, with %s', async (_, query, amount, ads) => {
  const { body } = await server.call(analytics.get, { token: person.token, query })
  const money = body.conversions.money.reduce((sum, one) => sum + one.amount, 0)
  expect(money).toBe(amount * 100)
  expect(body.conversions.by.flatMap(({ money }) => money).reduce((sum, one) => sum + one.amount, 0)).toBe(
    money,
  )
  expect(body.ads.map(({ ad_id }) => ad_id).sort()).toEqual(ads)
  const ofAd = body.ads.find(({ ad_id }) => ad_id === 'ad-1')
  expect(ofAd?.money.map((one) => one.amount)).toEqual(ofAd && [30_000])
})
