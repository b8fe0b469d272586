import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'
import { optOut } from '../leads.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  asha = await server.signUp()
})

async function list(query: Record<string, unknown> = {}) {
  return (await server.call(leads.list, { token: asha.token, query })).body
}

describe('manual entries over HTTP', () => {
  it.each([
    [{ name: '', phone: '9823011208', tag: 'x' }, 'Name and phone are required', ['leads.0.name']],
    [{ phone: '9823011208', tag: 'x' }, 'Name and phone are required', ['leads.0.name']],
    [{ name: 'Asha', tag: 'x' }, 'Name and phone are required', ['leads.0.phone']],
    [{ name: 'Asha', phone: '9823011208' }, 'Tag/category is required', ['leads.0.tag']],
    [
      { name: 'Asha', phone: '9823011208', tag: ' ', source: 'manual' },
      'Tag/category is required',
      ['leads.0.tag'],
    ],
  ])('%j is refused in the words of the form', async (lead, sentence, fields) => {
    const { status, body } = await server.call(leads.upload, {
      token: asha.token,
      body: { leads: [lead] },
    } as never)
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, message: sentence })
    expect(Object.keys((body as unknown as { fields: object }).fields)).toEqual(fields)
    expect((await list()).leads).toEqual([])
  })

  it.each([{}, { query: '' }, { query: '   ' }, { query: null }])('a search for %j too', async (body) => {
    const answer = await server.call(leads.scrape, { token: asha.token, body } as never)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ message: 'Enter a keyword or location to search' })
  })
})

describe('values of fields from a program', () => {
  const add = async (attributes: unknown) =>
    await server.call(leads.upload, {
      token: asha.token,
      body: { leads: [{ name: 'A', phone: '+919823011208', source: 'api', attributes }] },
    } as never)

  it('are texts, numbers, true and false; null is left out', async () => {
    await add({ order: null, size: 'M', count: 3, price: 19.5, gift: false })
    expect((await list()).leads.map(({ attributes }) => attributes)).toEqual([
      { size: 'M', count: '3', price: '19.5', gift: 'false' },
    ])
  })

  it.each([
    [{ id: 4 }, 'This must be text.'],
    [['M'], 'This must be text.'],
    ['x'.repeat(1001), 'Use at most 1,000 characters.'],
  ])('are refused otherwise: %j', async (order, sentence) => {
    const { status, body } = await add({ order })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'invalid_input', fields: { 'leads.0.attributes.order': sentence } })
    expect((await list()).leads).toEqual([])
  })
})

describe('consent for many leads at once', () => {
  it('opts in who said nothing, with the words that prove it, and lifts no opt-out', async () => {
    const people = [
      { name: 'A', phone: '+919823011208' },
      { name: 'B', phone: '+919823011209' },
      { name: 'C', phone: '+919823011210', consent: 'opted_in' as const, consent_source: 'till' },
    ].map((person) => ({ ...person, tag: 'list' }))
    await server.call(leads.upload, { token: asha.token, body: { leads: people } } as never)
    await optOut(server.app, asha.businessId, ['+919823011209'], { source: 'reply' })
    const body = { audience: { all: true }, action: 'consent' as const }
    const without = await server.call(leads.bulk, { token: asha.token, body })
    expect(without).toMatchObject({ status: 400, body: { fields: { details: /agreed/ } } })
    const { body: answer } = await server.call(leads.bulk, {
      token: asha.token,
      body: { ...body, details: 'At the fair' },
    })
    expect(answer.changed).toBe(1)
    const { leads: all } = await list({ sort: 'name' })
    expect(all.map(({ consent }) => consent)).toEqual(['opted_in', 'opted_out', 'opted_in'])
    const { body: one } = await server.call(leads.get, { token: asha.token, params: { id: all[0]?.id ?? 0 } })
    expect(one.history).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'consent', details: 'At the fair' })]),
    )
    const again = await server.call(leads.bulk, {
      token: asha.token,
      body: { ...body, details: 'At the fair' },
    })
    expect(again.body.changed).toBe(0)
  })
})
