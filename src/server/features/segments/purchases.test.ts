import { afterAll, beforeAll, expect, it } from 'vitest'
import { conversions } from '#contract/analytics/conversions.ts'
import { segments } from '#contract/growth/segments.ts'
import { leads } from '#contract/leads.ts'
import { applyIdentityChange, linkPeople } from '#server/features/leads/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let shop: Person
beforeAll(async () => {
  server = await openTestServer()
  shop = await server.signUp()
})
afterAll(() => server.close())

const buys = async (phone: string) => {
  const { status } = await server.call(conversions.record, {
    token: shop.token,
    body: { key: `order of ${phone}`, event: 'purchase', phone, value: 500, currency: 'INR' },
  })
  expect(status).toBe(200)
}
const upload = async (phone: string) => {
  const { status } = await server.call(leads.upload, {
    token: shop.token,
    body: { leads: [{ name: 'Asha', phone, tag: 'till' }] },
  })
  expect(status).toBe(200)
}

/** Phones, or user ids of people without one; and the opposite, of which none is left out. */
async function bought(): Promise<{ yes: string[]; no: string[]; spent: number[] }> {
  const ask = async (did: boolean) =>
    (
      await server.call(segments.people, {
        token: shop.token,
        body: { rules: { match: 'all', rules: [{ about: 'converted', did, when: { days: 21 } }] } },
      })
    ).body
  const [yes, no] = [await ask(true), await ask(false)]
  const names = (list: typeof yes.leads) => list.map(({ phone, bsuid }) => phone ?? bsuid ?? '').sort()
  return { yes: names(yes.leads), no: names(no.leads), spent: yes.spent.map(({ amount }) => amount) }
}

it('knows purchases that were reported before their person was a lead', async () => {
  await buys('+919812399881')
  await upload('+919812399881')
  await upload('+919812399882')
  expect(await bought()).toEqual({ yes: ['+919812399881'], no: ['+919812399882'], spent: [50_000] })
  // Removed and added again, it is a lead of another id.
  const { body } = await server.call(leads.list, { token: shop.token, query: { search: '99881' } })
  await server.app.db.deleteFrom('leads').where('id', '=', body.leads[0]!.id).execute()
  await upload('+919812399881')
  expect((await bought()).yes).toEqual(['+919812399881'])
})

it('knows purchases of a person who has another number since, or is a lead twice', async () => {
  const person = (phone: string) => ({ phone, bsuid: null })
  await applyIdentityChange(server.app, {
    businessId: shop.businessId,
    before: person('+919812399881'),
    now: person('+919812399883'),
    at: new Date(),
  })
  // A user id that is a lead of its own turns out to be the second one's.
  await server.app.db
    .insertInto('leads')
    .values({ business_id: shop.businessId, name: 'Bela', phone: null, bsuid: 'IN.9981' })
    .execute()
  await linkPeople(server.app, shop.businessId, [['+919812399882', 'IN.9981']])
  expect((await bought()).no).toEqual(['+919812399882', 'IN.9981'])
  await buys('+919812399882')
  expect(await bought()).toEqual({
    yes: ['+919812399881', '+919812399882', '+919812399883', 'IN.9981'],
    no: [],
    spent: [50_000, 50_000, 50_000, 50_000],
  })
})

it('tells an event from others, and counts each where none is named', async () => {
  const phone = '+919812399884'
  await upload(phone)
  const { status } = await server.call(conversions.record, {
    token: shop.token,
    body: { key: 'booking', event: 'Booking', phone },
  })
  expect(status).toBe(200)
  const ask = async (did: boolean, event?: string) => {
    const rules = {
      match: 'all' as const,
      rules: [
        { about: 'converted' as const, did, when: null, ...(event && { event }) },
        { about: 'text' as const, field: 'phone' as const, is: 'is' as const, value: phone },
      ],
    }
    const { body } = await server.call(segments.people, { token: shop.token, body: { rules } })
    return body.leads.length
  }
  expect([await ask(true), await ask(true, 'booking'), await ask(true, 'purchase')]).toEqual([1, 1, 0])
  expect([await ask(false), await ask(false, 'booking'), await ask(false, 'purchase')]).toEqual([0, 0, 1])
})
