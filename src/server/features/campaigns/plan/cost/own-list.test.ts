import { afterAll, beforeAll, expect, it } from 'vitest'
import { prices } from '#contract/campaigns/prices.ts'
import { templates } from '#contract/templates.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { costOf } from './cost.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer()
  person = await server.signUp()
})
afterAll(() => server.close())

const people = [
  { prefix: '+9198', count: 100 },
  { prefix: '+4915', count: 10 },
]
const cost = (category = 'MARKETING') =>
  costOf(server.app, person.businessId, category, people, new Date('2026-11-10T12:00:00Z'))
const list = async () => (await server.call(prices.get, { token: person.token })).body.list

it('shows the shipped list with its day, and estimates with it', async () => {
  const { shipped_from, currency, markets } = await list()
  expect([shipped_from, currency]).toEqual(['2026-01-01', 'USD'])
  expect(markets.find(({ market }) => market === 'india')).toMatchObject({
    name: 'India',
    codes: '+91',
    marketing: 0.0118,
  })
  expect(await cost()).toEqual({ amount: 2.55, currency: 'USD', price_list: '2026-01-01', unpriced: 0 })
})

it('is replaced by the owner’s own by country and category, and comes back', async () => {
  await server.call(templates.saveRates, {
    token: person.token,
    body: { currency: 'EUR', MARKETING: 1, TRANSACTIONAL: null, OTP: null },
  })
  expect(await cost()).toMatchObject({ amount: 110, currency: 'EUR' })
  const markets = (await list()).markets.map(({ market, authentication }) => ({
    market,
    authentication: authentication ?? 0,
    marketing: market === 'india' ? 0.9 : 10,
    utility: market === 'india' ? 0.1 : 2,
  }))
  const save = (body: object, token = person.token) =>
    server.call(prices.save, { token, body: body as never })
  const saved = await save({ currency: 'INR', markets })
  expect(saved.body.list).toMatchObject({ shipped_from: null, currency: 'INR' })
  expect(await cost()).toEqual({ amount: 190, currency: 'INR', price_list: null, unpriced: 0 })
  expect(await cost('UTILITY')).toMatchObject({ amount: 30, currency: 'INR' })
  expect((await save({ currency: 'INR', markets: markets.slice(1) })).status).toBe(422)
  expect(
    (await save({ currency: 'INR', markets: [...markets, { ...markets[0]!, market: 'moon' }] })).status,
  ).toBe(422)
  expect((await save({ currency: 'rupees', markets })).body.fields).toHaveProperty('currency')
  // Another business has its own.
  const stranger = await server.signUp()
  expect((await server.call(prices.get, { token: stranger.token })).body.list.currency).toBe('USD')
  const reset = await server.call(prices.reset, { token: person.token })
  expect(reset.body.list.shipped_from).toBe('2026-01-01')
  expect(await cost()).toMatchObject({ amount: 110, currency: 'EUR' })
})
