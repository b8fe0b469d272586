import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { prices } from '#contract/campaigns/prices.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { currencyOf, priceOf, volumesOf } from './rate-numbers.ts'

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

/** The markets of Meta's card by the names that it gives them. */
const named =
  `Argentina, Brazil, Chile, Colombia, Egypt, France, Germany, India, Indonesia, Israel, Italy, Malaysia, Mexico,
  Netherlands, Nigeria, Pakistan, Peru, Russia, Saudi Arabia, South Africa, Spain, Turkey, United Arab Emirates,
  United Kingdom, North America, Rest of Africa, Rest of Asia Pacific, Rest of Central & Eastern Europe,
  Rest of Latin America, Rest of Middle East, Rest of Western Europe, Other`.split(/,\s+/)

const notes = `"Rates are per delivered message.
Effective as of the day named in our documentation.",,,,,,
Note: the Authentication-International rate applies in some markets only.,,,,,,
`
const head = 'Market,Currency,Marketing,Utility,Authentication,Authentication-International,Service\n'

/** Meta's card with another line for India. */
const card = (india: string, currency = '$US'): string =>
  notes +
  head +
  named
    .map((name) =>
      name === 'India' ? `India,${currency},${india}` : `${name},${currency},0.0411,0.0200,0.0300,n/a,0.0190`,
    )
    .join('\n')

const load = (csv: string, validFrom?: string) =>
  server.call(prices.importCsv, { token: person.token, body: { csv, valid_from: validFrom ?? null } })
async function listOn(day: string) {
  return (await server.call(prices.get, { token: person.token, query: { day } })).body.list
}
const indiaOn = async (day: string) => (await listOn(day)).markets.find(({ market }) => market === 'india')!

it('reads the card of Meta: notes above it, names of markets, prices that there are not', async () => {
  const without = await load(card('0.0118,0.0014,0.0014,0.0280,0.0014'))
  expect(without.status).toBe(422)
  expect(without.body.fields?.valid_from).toMatch(/first day/)
  const loaded = await load(card('0.0118,0.0014,0.0014,0.0280,0.0014'), '2026-10-01')
  expect(loaded.status, JSON.stringify(loaded.body)).toBe(200)
  expect(loaded.body.unknown).toEqual([])
  expect(loaded.body.list).toMatchObject({ currency: 'USD', shipped_from: null, day: '2026-10-01' })
  expect(await indiaOn('2026-10-01')).toMatchObject({
    marketing: 0.0118,
    utility: 0.0014,
    authentication: 0.0014,
    authentication_international: 0.028,
    service: 0.0014,
  })
  const east = (await listOn('2026-10-01')).markets.find(({ market }) => market === 'restOfEasternEurope')
  expect(east).toMatchObject({ marketing: 0.0411, authentication_international: null, service: 0.019 })
  // The card of the product goes on for the days before.
  expect((await indiaOn('2026-09-30')).service).toBeNull()
})

it('keeps several cards, each until the next one, in whatever order they come', async () => {
  await load(card('3,1,1,n/a,1'), '2026-10-01')
  await load(card('2,1,1,n/a,1'), '2026-07-01')
  await load(card('4,1,1,n/a,n/a'), '2027-01-01')
  const marketing = async (day: string) => (await indiaOn(day)).marketing
  expect(await Promise.all(['2026-07-01', '2026-09-30', '2026-10-01', '2027-01-01'].map(marketing))).toEqual([
    2, 2, 3, 4,
  ])
  expect((await listOn('2026-07-01')).periods.map(({ from }) => from)).toEqual([
    '2026-01-01',
    '2026-07-01',
    '2026-10-01',
    '2027-01-01',
  ])
})

it('reads it in another language, as a spreadsheet of Europe writes it, and in other currencies', async () => {
  const semicolons = card('0.8631,0.1150,0.1150,2.3000,0.1150', '₹').replaceAll(',', ';').replaceAll('.', ',')
  const answer = await server.http.inject({
    method: 'POST',
    url: prices.importCsv.path,
    headers: { authorization: `Bearer ${person.token}`, 'accept-language': 'hi' },
    payload: { csv: semicolons, valid_from: '2026-10-01' },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect((await listOn('2026-10-01')).currency).toBe('INR')
  expect((await indiaOn('2026-10-01')).authentication_international).toBe(2.3)
})

it('leaves out markets that it has no numbers of, and says which; one that is missing is refused', async () => {
  const more = await load(
    `${card('1,1,1,n/a,1')}\nAtlantis,$US,1,1,1,n/a,1\n\nSee our pricing page.`,
    '2026-10-01',
  )
  expect(more.status, JSON.stringify(more.body)).toBe(200)
  expect(more.body.unknown).toEqual(['Atlantis'])
  const missing = await load(card('1,1,1,n/a,1').replace(/^Other,.*$/m, ''), '2026-10-01')
  expect(missing.body.fields?.csv).toMatch(/^Other countries has no price for marketing/)
  const wrong = await load(card('1,cheap,1,n/a,1'), '2026-10-01')
  expect(wrong.body.fields?.csv).toBe('Line 12: “cheap” cannot be the utility.')
  const mixed = await load(card('1,1,1,n/a,1').replace('Other,$US', 'Other,€'), '2026-10-01')
  expect(mixed.body.fields?.csv).toMatch(/in one currency/)
})

describe('volume tiers', () => {
  const tier = (above: number, price: number) => ({ market: 'india', category: 'utility', above, price })
  const expected = [tier(100_000, 0.0013), tier(1_000_000, 0.0012)]
  it.each([
    [
      'first and last message',
      `Volume tiers,,,,,
Market,Currency,Message type,From,To,Rate
India,$US,Utility,1,"100,000",0.0015
India,$US,Utility,"100,001","1,000,000",0.0013
India,$US,Utility,"1,000,001",Unlimited,0.0012`,
    ],
    [
      'tiers that begin where others end',
      `Market,Currency,Category,Tier start,Tier end,Rate per message,Discount rate
India,USD,utility,0,100000,$0.0015,0%
India,USD,utility,100000,1000000,$0.0013,-10%
India,USD,utility,1000000,,$0.0012,-15%`,
    ],
    [
      'tiers in one column',
      `Market\tCurrency\tCategory\tVolume tier\tPrice
India\t$US\tUtility\t0 – 100,000\t0.0015
India\t$US\tUtility\t100,001 – 1,000,000\t0.0013
India\t$US\tUtility\t1,000,001+\t0.0012`,
    ],
  ])('are read with %s, and change only what they name', async (_, csv) => {
    const early = await load(csv, '2025-10-01')
    expect(early.body.fields?.csv).toMatch(/no prices on that day/)
    await load(card('0.0118,0.0014,0.0014,0.0280,0.0014'), '2026-10-01')
    await load(card('0.0118,0.0014,0.0014,0.0280,0.0014'), '2027-01-01')
    const answer = await load(csv, '2026-11-01')
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    const { list } = answer.body
    expect(list.tiers).toEqual(expected)
    expect(await indiaOn('2026-11-01')).toMatchObject({ marketing: 0.0118, utility: 0.0015, service: 0.0014 })
    expect((await listOn('2026-10-31')).tiers).toEqual([])
    expect((await listOn('2027-01-01')).tiers).toEqual([])
    // Read again, it is the same.
    expect((await load(csv, '2026-11-01')).body.list.tiers).toEqual(expected)
  })

  it('in another currency than the prices of that day are refused', async () => {
    await load(card('1,1,1,n/a,1'), '2026-10-01')
    const euros =
      'Market,Currency,Category,From,To,Rate\nIndia,€,Utility,1,1000,0.1\nIndia,€,Utility,1001,,0.05'
    expect((await load(euros, '2026-10-01')).body.fields?.csv).toMatch(/Your other prices are in USD/)
  })
})

it.each([
  ['$0.0411', ',', 0.0411],
  ['1,234.5', ',', 1234.5],
  ['12,500', ',', 12_500],
  ['0,0411', ',', 0.0411],
  ['0,0411', ';', 0.0411],
  ['R$ 0,35', ';', 0.35],
  ['n/a', ',', null],
  ['–', ',', null],
  ['', ',', null],
  ['Free', ',', 0],
  ['-1', ',', Number.NaN],
  ['soon', ',', Number.NaN],
])('reads %j between %j as %j', (cell, delimiter, price) => expect(priceOf(cell, delimiter)).toBe(price))

it('reads currencies and volumes', () => {
  expect(['$US', 'USD', 'US Dollar (USD)', '₹', '€', 'inr', '?'].map(currencyOf)).toEqual([
    'USD',
    'USD',
    'USD',
    'INR',
    'EUR',
    'INR',
    undefined,
  ])
  expect(['100,001 – 500,000', '1.000.000', '250001+', 'Unlimited'].map(volumesOf)).toEqual([
    [100_001, 500_000],
    [1_000_000],
    [250_001],
    [],
  ])
})
