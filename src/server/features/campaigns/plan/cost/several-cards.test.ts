import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { prices } from '#contract/campaigns/prices.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { marketIds } from './price-list.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer()
  person = await server.signUp()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.call(prices.reset, { token: person.token })
})

/** A file with the same price for each market and category, from a day on. */
const fileFrom = (from: string, price: number, currency = 'INR'): string =>
  [
    'market,category,valid_from,valid_to,price,currency',
    ...marketIds.flatMap((market) =>
      ['marketing', 'utility', 'authentication'].map(
        (category) => `${market},${category},${from},,${price},${currency}`,
      ),
    ),
  ].join('\n')

const load = (csv: string, more: object = {}) =>
  server.call(prices.importCsv, { token: person.token, body: { csv, ...more } })
const remove = (from: string) => server.call(prices.remove, { token: person.token, params: { from } })
async function indiaOn(day: string) {
  const { list } = (await server.call(prices.get, { token: person.token, query: { day } })).body
  return list.markets.find(({ market }) => market === 'india')!
}
const pricesOn = async (...days: string[]) =>
  await Promise.all(days.map(async (day) => (await indiaOn(day)).marketing))

it('keeps the prices of earlier days when the next list is uploaded', async () => {
  await load(fileFrom('2026-03-01', 1))
  const { body } = await load(fileFrom('2027-01-01', 2))
  expect(body.list.periods).toEqual([
    { from: '2026-03-01', to: '2026-12-31' },
    { from: '2027-01-01', to: null },
  ])
  expect(await pricesOn('2026-02-28', '2026-03-01', '2026-12-31', '2027-01-01')).toEqual([null, 1, 1, 2])
  // A list that has prices for service messages may be followed by one that has none.
  await load(`${fileFrom('2026-10-01', 3)}\nindia,service,2026-10-01,,0.5,INR`)
  expect((await load(fileFrom('2027-01-01', 2))).status).toBe(200)
  expect((await indiaOn('2026-12-31')).service).toBe(0.5)
  expect((await indiaOn('2027-01-01')).service).toBeNull()
})

it('keeps the list that comes with the product for earlier days, where the currency is the same', async () => {
  await load(fileFrom('2027-01-01', 2, 'USD'))
  expect(await pricesOn('2026-12-31', '2027-01-01')).toEqual([0.0118, 2])
})

it('replaces all prices only where it is asked to, and says so where the currency is another', async () => {
  await load(fileFrom('2026-03-01', 1))
  const other = await load(fileFrom('2027-01-01', 2, 'USD'))
  expect(other.status).toBe(422)
  expect(other.body.fields?.csv).toBe(
    'Your other prices are in INR. Upload a file in the same currency, or replace all your prices.',
  )
  expect(await pricesOn('2026-12-31', '2027-01-01')).toEqual([1, 1])
  const all = await load(fileFrom('2027-01-01', 2, 'USD'), { replace_all: true })
  expect(all.body.list.periods).toEqual([{ from: '2027-01-01', to: null }])
  expect(await pricesOn('2026-12-31', '2027-01-01')).toEqual([null, 2])
})

it('removes the prices of a period; those before them hold on', async () => {
  for (const [from, price] of [
    ['2026-03-01', 1],
    ['2026-10-01', 2],
    ['2027-01-01', 3],
  ] as const)
    await load(fileFrom(from, price))
  const days = ['2026-03-01', '2026-10-01', '2027-01-01']
  expect((await remove('2026-10-01')).body.list.periods).toHaveLength(2)
  expect(await pricesOn(...days)).toEqual([1, 1, 3])
  await remove('2027-01-01')
  expect(await pricesOn(...days)).toEqual([1, 1, 1])
  // A line that goes on behind the period keeps its later days.
  await load(`${fileFrom('2026-10-01', 2)}\nindia,service,2026-12-01,,0.5,INR`)
  await remove('2026-10-01')
  expect(await pricesOn(...days)).toEqual([1, 1, 2])
  expect((await indiaOn('2027-01-01')).service).toBe(0.5)
  await remove('2026-03-01')
  expect(await pricesOn('2026-03-01', '2026-12-01')).toEqual([null, 2])
  expect((await remove('2026-03-01')).status).toBe(404)
  // Without any, the list that comes with the product is used again.
  expect((await remove('2026-12-01')).body.list.shipped_from).toBe('2026-01-01')
  expect((await remove('2026-12-01')).status).toBe(404)
})
