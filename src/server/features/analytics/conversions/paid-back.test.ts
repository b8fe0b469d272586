import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { type ConversionInput, conversions } from '#contract/analytics/conversions.ts'
import { segments } from '#contract/growth/segments.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addClick, addSent, addVisit } from '../analytics.fixture.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp()
  await server.app.db
    .insertInto('leads')
    .values({ business_id: person.businessId, name: 'Asha', phone })
    .execute()
})

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const [phone, fromAd] = ['+919800000001', '+919800000002']

const record = async (body: Partial<ConversionInput> & { key: string }) => {
  const answer = await server.call(conversions.record, {
    token: person.token,
    body: { event: 'purchase', phone, value: 100, currency: 'INR', at: hoursAgo(10), ...body },
  })
  return answer.status
}
const refundedAt = hoursAgo(5)
const refund = (key: string, refund_of: string, value: number, more: Partial<ConversionInput> = {}) =>
  record({ key, refund_of, value, at: refundedAt, ...more })

/** What counts as bought, wherever that is said. */
async function bought() {
  const { body } = await server.call(analytics.get, { token: person.token, query: {} })
  const people = async (did: boolean) => {
    const rules = { match: 'all' as const, rules: [{ about: 'converted' as const, did, when: null }] }
    return (await server.call(segments.people, { token: person.token, body: { rules } })).body.leads.length
  }
  return {
    count: body.conversions.count,
    by: body.conversions.by.map(({ touch, count }) => [touch, count]),
    revenue: body.conversions.money.map(({ amount }) => amount),
    converted: body.converted,
    ads: body.ads.map((ad) => ad.conversions),
    segment: [await people(true), await people(false)],
  }
}

it('counts a purchase nowhere once all of it is paid back, and everywhere while something is left', async () => {
  const [message] = await addSent(server, person, [
    { phone, status: 'read', at: hoursAgo(30), campaignId: 7 },
  ])
  await addClick(server, person, message!, hoursAgo(20))
  await addVisit(server, person, { adId: 'ad-1', address: fromAd, at: hoursAgo(20) })
  expect(await record({ key: 'order-1' })).toBe(200)
  expect(await record({ key: 'order-2', phone: fromAd })).toBe(200)
  const both = [
    ['ad', 1],
    ['campaign', 1],
  ]
  const all = { count: 2, by: both, converted: 1, ads: [1], segment: [1, 0] }
  const sorted = async () => {
    const found = await bought()
    return { ...found, by: found.by.sort() }
  }
  expect(await sorted()).toEqual({ ...all, revenue: [20_000] })
  expect(await refund('back-1', 'order-1', -60)).toBe(200)
  expect(await refund('back-2', 'order-2', -99, { phone: fromAd })).toBe(200)
  expect(await sorted()).toEqual({ ...all, revenue: [4100] })
  expect(await refund('back-3', 'order-1', -40)).toBe(200)
  expect(await sorted()).toEqual({
    ...all,
    count: 1,
    by: [['ad', 1]],
    converted: 0,
    segment: [0, 1],
    revenue: [100],
  })
  expect(await refund('back-4', 'order-2', -1, { phone: fromAd })).toBe(200)
  expect(await sorted()).toEqual({ count: 0, by: [], converted: 0, ads: [0], segment: [0, 1], revenue: [0] })
})

it('asks whether people bought for at least an amount by what is left of a purchase', async () => {
  await record({ key: 'order-1' })
  await record({ key: 'order-2', value: 30 })
  const bought = async (least: number) => {
    const rule = {
      about: 'converted' as const,
      did: true,
      when: null,
      at_least: least * 100,
      currency: 'INR',
    }
    const rules = { match: 'all' as const, rules: [rule] }
    return (await server.call(segments.people, { token: person.token, body: { rules } })).body.leads.length
  }
  expect([await bought(100), await bought(101)]).toEqual([1, 0])
  await refund('back-1', 'order-1', -25)
  await refund('back-2', 'order-1', -15)
  expect([await bought(60), await bought(61), await bought(100)]).toEqual([1, 0, 0])
})

it('counts one without an amount, one of nothing, and another purchase of the same person', async () => {
  await record({ key: 'booking', event: 'booking', value: undefined, currency: undefined })
  await record({ key: 'free', value: 0 })
  await record({ key: 'order-1' })
  await record({ key: 'order-2' })
  await refund('back', 'order-1', -100)
  expect(await bought()).toMatchObject({ count: 3, segment: [1, 0] })
})

it('takes back what refunds report before their purchase, twice, and at the same moment', async () => {
  expect(await refund('back-1', 'order-1', -50)).toBe(422)
  await record({ key: 'order-1' })
  expect(await bought()).toMatchObject({ count: 1 })
  const same = await Promise.all(Array.from({ length: 6 }, () => refund('back-1', 'order-1', -50)))
  expect(same).toEqual(Array(6).fill(200))
  expect(await bought()).toMatchObject({ count: 1, revenue: [5000] })
  const others = await Promise.all(Array.from({ length: 5 }, (_, nr) => refund(`rest-${nr}`, 'order-1', -10)))
  expect(others).toEqual(Array(5).fill(200))
  expect(await bought()).toMatchObject({ count: 0, revenue: [0], segment: [0, 1] })
  expect(await refund('more', 'order-1', -1)).toBe(422)
})

it('reads a purchase and its refunds from one file, whichever line comes first', async () => {
  const lines = [
    'key,event,phone,value,currency,refund_of',
    `back-1,purchase,${phone},-70,INR,order-1`,
    `order-1,purchase,${phone},100,INR,`,
    `order-2,purchase,${phone},100,INR,`,
    `back-2,purchase,${phone},-30,INR,order-1`,
    `back-3,purchase,${phone},-30,INR,order-2`,
  ]
  const upload = () =>
    server.call(conversions.importCsv, { token: person.token, body: { csv: lines.join('\n') } })
  expect((await upload()).body).toMatchObject({ added: 5, refused_count: 0 })
  expect((await upload()).body).toMatchObject({ added: 0, known: 5, refused_count: 0 })
  expect(await bought()).toMatchObject({ count: 1, revenue: [7000], segment: [1, 0] })
})

it('knows what was paid back in rows that a program without this rule writes, in any order, and removes', async () => {
  const write = (key: string, amount: number, of: string | null = null) =>
    server.app.db
      .insertInto('conversions')
      .values({
        business_id: person.businessId,
        key,
        event: 'purchase',
        amount,
        currency: 'INR',
        refund_of: of,
        at: hoursAgo(5),
        address: phone,
        source: 'api',
        created_at: hoursAgo(5),
      })
      .execute()
  await write('back', -900, 'order')
  await write('order', 900)
  expect(await bought()).toMatchObject({ count: 0 })
  await server.app.db.deleteFrom('conversions').where('key', '=', 'back').execute()
  expect(await bought()).toMatchObject({ count: 1 })
  await Promise.all([write('half', -450, 'order'), write('other half', -450, 'order')])
  expect(await bought()).toMatchObject({ count: 0 })
})
