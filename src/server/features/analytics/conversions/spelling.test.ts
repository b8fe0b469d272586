import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { conversions } from '#contract/analytics/conversions.ts'
import { segments } from '#contract/growth/segments.ts'
import { applyIdentityChange, recordInbound } from '#server/features/leads/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { addVisit } from '../analytics.fixture.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp()
})

const [without, withNine] = ['+551187654321', '+5511987654321']
const hourAgo = () => new Date(Date.now() - 3_600_000)
const visit = (address: string) =>
  addVisit(server, person, { adId: 'ad-1', address, at: hourAgo().toISOString() })
const writes = (phone: string) =>
  recordInbound(server.app, [
    {
      businessId: person.businessId,
      phone,
      bsuid: null,
      name: 'Ana',
      text: 'Oi',
      kind: 'text',
      at: hourAgo(),
    },
  ])
async function sell(phone: string) {
  const body = { key: 'order-1', event: 'purchase', value: 10, currency: 'BRL', phone }
  return (await server.call(conversions.record, { token: person.token, body })).body.conversion
}
async function buyers(): Promise<number> {
  const rules = { match: 'all' as const, rules: [{ about: 'converted' as const, did: true, when: null }] }
  return (await server.call(segments.people, { token: person.token, body: { rules } } as never)).body.leads
    .length
}

it('counts a sale for the ad and the lead that have the other spelling of its number', async () => {
  await visit(without)
  await writes(without)
  expect(await sell(withNine)).toMatchObject({ touch: 'ad', ad_id: 'ad-1', lead_id: expect.any(Number) })
  expect(await buyers()).toBe(1)
})

it('counts a sale for a lead that comes later with the other spelling', async () => {
  expect(await sell(withNine)).toMatchObject({ touch: null, lead_id: null })
  await writes(without)
  expect(await buyers()).toBe(1)
})

it('counts a sale for the ad that its person came from with their number of before', async () => {
  const [before, now] = ['+919822558001', '+919822558002']
  await visit(before)
  await writes(before)
  await applyIdentityChange(server.app, {
    businessId: person.businessId,
    before: { phone: before, bsuid: null },
    now: { phone: now, bsuid: null },
    at: new Date(),
  })
  expect(await sell(now)).toMatchObject({ touch: 'ad', ad_id: 'ad-1' })
})
