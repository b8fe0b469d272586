import { afterAll, beforeAll, expect, it } from 'vitest'
import { analytics } from '#contract/analytics/analytics.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
  person = await server.signUp()
})
afterAll(() => server.close())

const save = (from: string, to: string, rate: number | null) =>
  server.call(conversions.saveExchangeRate, { token: person.token, body: { from, to, rate } })
const rates = async (token = person.token) =>
  (await server.call(analytics.get, { token, query: {} })).body.conversions.exchange_rates

it('keeps the rate that the owner entered with its day, one for two currencies', async () => {
  expect(await rates()).toEqual([])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
  await server.app.db
    .updateTable('businesses')
    .set({ timezone: 'Asia/Kolkata' })
    .where('id', '=', person.businessId)
    .execute()
  await save('USD', 'INR', 80)
  await save('USD', 'EUR', 0.92)
  expect((await save('USD', 'INR', 84.5)).body.exchange_rates).toEqual([
    { from: 'USD', to: 'INR', rate: 84.5, day: today },
    { from: 'USD', to: 'EUR', rate: 0.92, day: today },
  ])
  // The other way round it is the same two currencies.
  await save('INR', 'USD', 0.0125)
  expect((await rates()).map(({ from, to, rate }) => [from, to, rate])).toEqual([
    ['INR', 'USD', 0.0125],
    ['USD', 'EUR', 0.92],
  ])
  await save('INR', 'USD', null)
  expect((await rates()).map(({ to }) => to)).toEqual(['EUR'])
  // The settings of the attribution are as they were, and saving them keeps the rates.
  const settings = { window_days: 14 }
  await server.call(conversions.saveSettings, { token: person.token, body: settings })
  const { body } = await server.call(analytics.get, { token: person.token, query: {} })
  expect(body.conversions).toMatchObject({ ...settings, exchange_rates: [{ to: 'EUR' }] })
  expect(await rates((await server.signUp()).token)).toEqual([])
})

it('refuses what is no rate', async () => {
  for (const [from, to, rate] of [
    ['USD', 'USD', 1],
    ['USD', 'XXZ', 1],
    ['USD', 'INR', 0],
    ['USD', 'INR', -3],
  ] as const)
    expect((await save(from, to, rate)).status, `${from} ${to} ${rate}`).toBe(400)
})
