import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { conversionSources, mostSources } from '#contract/analytics/conversion-sources.ts'
import { conversions } from '#contract/analytics/conversions.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())
beforeEach(async () => {
  person = await server.signUp()
})

const password = 'correct horse'
const add = async (body: object = {}) =>
  await server.call(conversionSources.add, {
    token: person.token,
    body: { name: 'Our shop', current_password: password, ...body },
  })
const sale = { key: 'order-7', event: 'purchase', phone: '+919800000001', value: 499.9, currency: 'INR' }

/** A call as a shop system makes it. */
async function post(
  url: string,
  secret: string,
  body: string,
  { at = Date.now(), id = 'msg_1', sign = body }: { at?: number; id?: string; sign?: string } = {},
) {
  const timestamp = String(Math.floor(at / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${sign}`).digest('base64')
  const answer = await fetch(`${server.url}${new URL(url).pathname}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, never> }
}
const recorded = async (token = person.token) =>
  (await server.call(conversions.list, { token, query: {} })).body.conversions
const listed = async () =>
  (await server.call(conversionSources.list, { token: person.token })).body.sources[0]

it('takes a signed sale once, whatever is sent again', async () => {
  const { body } = await add()
  const { url } = body.source
  expect(body.secret).toMatch(/^whsec_/)
  const first = await post(url, body.secret, JSON.stringify(sale))
  const again = await post(url, body.secret, JSON.stringify(sale), { id: 'msg_2' })
  expect([first.status, again.status]).toEqual([200, 200])
  expect((await recorded()).map(({ key, amount }) => [key, amount])).toEqual([['order-7', 49990]])
  const other = await post(url, body.secret, JSON.stringify({ ...sale, value: 5 }))
  expect(other.status).toBe(409)
  expect(await listed()).toMatchObject({ refused: 'content', last_at: expect.any(String) })
  expect(JSON.stringify(await server.call(conversionSources.list, { token: person.token }))).not.toContain(
    body.secret,
  )
})

it('refuses a wrong signature, another body, an old call and one from the future', async () => {
  const { body } = await add()
  const { url } = body.source
  const text = JSON.stringify(sale)
  const wrong = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
  expect((await post(url, wrong, text)).status).toBe(403)
  expect((await post(url, body.secret, text, { sign: text.replace('499', '4') })).status).toBe(403)
  expect(await listed()).toMatchObject({ refused: 'signature' })
  for (const minutes of [-6, 6]) {
    const answer = await post(url, body.secret, text, { at: Date.now() + minutes * 60_000 })
    expect(answer.status).toBe(403)
  }
  expect(await listed()).toMatchObject({ refused: 'time', last_at: null })
  const unsigned = await fetch(`${server.url}${new URL(url).pathname}`, { method: 'POST', body: text })
  expect(unsigned.status).toBe(403)
  expect(await recorded()).toEqual([])
})

it('names what is wrong with a sale, and takes none that is too large', async () => {
  const { body } = await add()
  const { url } = body.source
  const bad = await post(url, body.secret, JSON.stringify({ ...sale, currency: undefined }))
  expect([bad.status, bad.body.fields]).toEqual([400, { currency: expect.any(String) }])
  expect((await post(url, body.secret, 'no JSON')).status).toBe(400)
  const large = await post(url, body.secret, JSON.stringify({ ...sale, key: 'k'.repeat(20_000) }))
  expect(large.status).toBe(413)
  expect(await recorded()).toEqual([])
})

it('is of one business, asks for the password, and ends when it is removed', async () => {
  expect((await add({ current_password: 'wrong horse' })).status).toBe(400)
  const { body } = await add()
  const stranger = await server.signUp()
  const params = { id: body.source.id }
  const foreign = await server.call(conversionSources.remove, { token: stranger.token, params })
  expect(foreign.status).toBe(404)
  await post(body.source.url, body.secret, JSON.stringify(sale))
  expect(await recorded(stranger.token)).toEqual([])
  expect((await server.call(conversionSources.remove, { token: person.token, params })).status).toBe(200)
  expect((await post(body.source.url, body.secret, JSON.stringify(sale))).status).toBe(404)
})

it('adds so many and no more, also at once', async () => {
  // More passwords at once than may be wrong are refused, whatever they are: the first come one by one.
  const atOnce = 6
  for (let nr = 0; nr < mostSources + 2 - atOnce; nr++) expect((await add()).status).toBe(200)
  const added = await Promise.all(Array.from({ length: atOnce }, () => add()))
  expect(added.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409])
  const { body } = await server.call(conversionSources.list, { token: person.token })
  expect(body.sources).toHaveLength(mostSources)
})
