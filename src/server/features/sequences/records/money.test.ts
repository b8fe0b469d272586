import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import { sequences } from '#contract/growth/sequences.ts'
import { addClick, addSent } from '#server/features/analytics/analytics.fixture.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { contentWith, openShop, runningSequence, type Shop, send } from '../sequences.fixture.ts'

let server: TestServer
let shop: Shop
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  shop = await openShop(server)
})
afterAll(() => server.close())

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

it('is the revenue of the sequence whose message was the last touch, and of no other', async () => {
  const phone = '+919800000001'
  const [first, second] = [
    await runningSequence(server, shop, contentWith([send(shop)])),
    await runningSequence(server, shop, contentWith([send(shop)])),
  ]
  const at = hoursAgo(60)
  const [one, two] = await addSent(server, shop, [
    { phone, status: 'read', at, sequenceId: first },
    { phone, status: 'read', at, sequenceId: second },
  ])
  await addClick(server, shop, one!, hoursAgo(40))
  await addClick(server, shop, two!, hoursAgo(50))
  const pay = async (key: string, value: number, hours: number, refund_of?: string) => {
    const body = { key, event: 'purchase', phone, value, currency: 'INR', at: hoursAgo(hours) }
    const answer = await server.call(conversions.record, {
      token: shop.token,
      body: refund_of ? { ...body, refund_of } : body,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.conversion
  }
  expect(await pay('order-1', 1000, 10)).toMatchObject({ touch: 'sequence', sequence_id: first })
  await pay('back', -100, 9, 'order-1')
  // Before the last click it counts for the one that was clicked then; before any, for none.
  expect(await pay('order-2', 20, 45)).toMatchObject({ touch: 'sequence', sequence_id: second })
  expect(await pay('order-3', 3, 55)).toMatchObject({ touch: null, sequence_id: null })
  const worthOf = async (id: number) =>
    (await server.call(sequences.get, { token: shop.token, params: { id } })).body.sequence.worth
  expect(await worthOf(first)).toEqual([{ currency: 'INR', amount: 90_000 }])
  expect(await worthOf(second)).toEqual([{ currency: 'INR', amount: 2000 }])
  const { body } = await server.call(analytics.get, { token: shop.token, query: {} })
  const named = body.conversions.by.map(({ touch, id, name, money }) => [touch, id, name, money[0]?.amount])
  expect(named.sort()).toEqual(
    [
      ['sequence', String(first), 'Welcome', 90_000],
      ['sequence', String(second), 'Welcome', 2000],
      [null, null, null, 300],
    ].sort(),
  )
})
