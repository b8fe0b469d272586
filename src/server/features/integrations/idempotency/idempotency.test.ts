import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKeys } from '#contract/api/keys.ts'
import { type Endpoint, takesIdempotencyKey } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { leads } from '#contract/leads.ts'
import { messages } from '#contract/messages.ts'
import { team } from '#contract/team.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { forgetOldAnswers, openIdempotency } from './kept-answers.ts'
import { scrubAnswers } from './scrub-answers.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const withKey = (key: string) => ({ 'idempotency-key': key })
const lead = (phone: string) => ({ leads: [{ name: 'Meera', phone, source: 'api' }] })
const upload = ({ token }: Pick<Person, 'token'>, key: string, phone = '+919822300001') =>
  server.call(leads.upload, { token, headers: withKey(key), body: lead(phone) })

const multipart = ({ token }: Person, key: string, content: string) => {
  const boundary = randomUUID()
  const lines = [
    `--${boundary}`,
    'content-disposition: form-data; name="tag"',
    '',
    'walk-in',
    `--${boundary}`,
    'content-disposition: form-data; name="file"; filename="leads.csv"',
    'content-type: text/csv',
    '',
    content,
    `--${boundary}--`,
    '',
  ]
  return server.http.inject({
    method: 'POST',
    url: leads.upload.path,
    payload: lines.join('\r\n'),
    headers: {
      ...withKey(key),
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
}

describe('a call with an Idempotency-Key', () => {
  it('is done once: the second gets the status and the body of the first', async () => {
    const person = await server.signUp()
    const first = await upload(person, 'a')
    const second = await upload(person, '"a"')
    expect(first.body).toMatchObject({ success: true, created: 1 })
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect([first.headers, second.headers].map((one) => one['idempotency-replayed'])).toEqual([
      undefined,
      'true',
    ])
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    const other = await upload(person, 'b')
    expect(other.body).toMatchObject({ created: 0 })
  })

  it('replays a refusal as well', async () => {
    const person = await server.signUp()
    const send = () =>
      server.call(messages.send, {
        token: person.token,
        headers: withKey('one'),
        body: { to: '+919833300008', template_name: 'no_such_template' },
      })
    const first = await send()
    expect(first.status).toBeGreaterThanOrEqual(400)
    const second = await send()
    expect([second.status, second.body]).toEqual([first.status, first.body])
  })

  it('is done once where eight arrive at once', async () => {
    const person = await server.signUp()
    const both = await Promise.all(Array.from({ length: 8 }, () => upload(person, 'race')))
    const codes = both.map(({ body }) => body.code ?? 'done')
    expect(codes).toContain('done')
    expect(codes.filter((code) => code !== 'done' && code !== 'idempotency_under_way')).toEqual([])
    expect((await upload(person, 'race')).body).toMatchObject({ created: 1 })
    expect((await server.call(leads.list, { token: person.token })).body.leads).toHaveLength(1)
  })

  it('is refused for another body, another call, and a key that is none', async () => {
    const person = await server.signUp()
    await upload(person, 'a')
    const otherBody = await upload(person, 'a', '+919822300002')
    expect([otherBody.status, otherBody.body.code]).toEqual([422, 'idempotency_key_reused'])
    const otherCall = await server.call(leads.bulk, {
      token: person.token,
      headers: withKey('a'),
      body: { action: 'tag', tag: 'x', ids: [1] } as never,
    })
    expect(otherCall.status === 400 || otherCall.body.code === 'idempotency_key_reused').toBe(true)
    for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
      const { status, body } = await upload(person, key)
      expect([status, body.code], key).toEqual([400, 'invalid_input'])
    }
  })

  it('belongs to its business', async () => {
    const [asha, ravi] = [await server.signUp(), await server.signUp()]
    const own = [await upload(asha, 'same'), await upload(ravi, 'same', '+919822300009')]
    expect(own.map(({ body }) => body.created)).toEqual([1, 1])
    expect((await upload(ravi, 'same', '+919822300009')).headers['idempotency-replayed']).toBe('true')
  })

  it('is answered 409 while the first runs, and after its process ended without an answer', async () => {
    const person = await server.signUp()
    const fingerprint = (await upload(person, 'probe')) && (await storedOf(person, 'probe')).fingerprint
    const dead = openIdempotency(server.app)
    await dead.claim(person.businessId, 'cut', fingerprint)
    const running = await upload(person, 'cut')
    expect([running.status, running.body.code]).toEqual([409, 'idempotency_under_way'])
    expect(running.headers['retry-after']).toBe('2')
    await sql`update idempotency_keys set held_until = now() - interval '1 second' where key = 'cut'`.execute(
      server.app.db,
    )
    const after = await upload(person, 'cut')
    expect([after.status, after.body.code]).toEqual([409, 'idempotency_outcome_unknown'])
    const other = await upload(person, 'cut', '+919822300007')
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
  })

  it('counts for a file whose boundary differs, and not for another file', async () => {
    const person = await server.signUp()
    const csv = 'name,phone\nMeera,+919822300001\n'
    const first = await multipart(person, 'file', csv)
    expect(first.statusCode, first.body).toBe(200)
    const second = await multipart(person, 'file', csv)
    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body).toBe(first.body)
    const other = await multipart(person, 'file', csv.replace('0001', '0002'))
    expect(other.json()).toMatchObject({ code: 'idempotency_key_reused' })
  })

  it('is free again where the limit was reached, and after 24 hours', async () => {
    const person = await server.signUp()
    const { secret, key } = (
      await server.call(apiKeys.create, {
        token: person.token,
        body: {
          name: 'Till',
          scopes: ['leads:write'],
          expires_in_days: null,
          current_password: 'correct horse',
        },
      })
    ).body
    const used = (calls: number) =>
      server.app.db
        .updateTable('api_keys')
        .set({ window_calls: calls, window_started_at: new Date() })
        .where('id', '=', key.id)
        .execute()
    await used(100_000)
    expect((await upload({ token: secret }, 'later')).status).toBe(429)
    await used(0)
    expect((await upload({ token: secret }, 'later')).body).toMatchObject({ created: 1 })
    await sql`update idempotency_keys set claimed_at = now() - interval '25 hours' where key = 'later'`.execute(
      server.app.db,
    )
    const again = await upload(person, 'later')
    expect(again.body).toMatchObject({ created: 0 })
    await sql`update idempotency_keys set claimed_at = now() - interval '25 hours' where key = 'later'`.execute(
      server.app.db,
    )
    await forgetOldAnswers(server.app)
    expect(await storedOf(person, 'later')).toBeUndefined()
  })

  it('keeps its answer encrypted, and does not show a person the secrets of a colleague', async () => {
    const person = await server.signUp()
    const body = {
      name: 'Till',
      scopes: ['leads:read' as const],
      expires_in_days: null,
      current_password: 'correct horse',
    }
    const make = () => server.call(apiKeys.create, { token: person.token, headers: withKey('made'), body })
    const first = await make()
    expect((await make()).body.secret).toBe(first.body.secret)
    const { link } = (await server.call(team.invite, { token: person.token, body: {} })).body
    const joining = {
      token: link.split('/').at(-1) ?? '',
      name: 'Ravi',
      email: `${randomUUID()}@example.com`,
      password: 'correct horse',
    }
    const colleague = (await server.call(team.join, { body: joining })).body
    const theirs = await server.call(apiKeys.create, {
      token: colleague.token,
      headers: withKey('made'),
      body,
    })
    expect([theirs.status, theirs.body.code]).toEqual([422, 'idempotency_key_reused'])
    const { answer_ciphertext } = await storedOf(person, 'made')
    expect(answer_ciphertext?.toString('latin1')).not.toContain(first.body.secret)
    const { keys } = (await server.call(apiKeys.list, { token: person.token })).body
    expect(keys).toHaveLength(1)
  })

  it('whose answer no key opens keeps nobody from being erased in the others', async () => {
    const person = await server.signUp()
    const { businessId } = person
    await upload(person, 'a-lost', '+919822300771')
    await sql`update idempotency_keys set answer_key_id = 'gone' where business_id = ${businessId}`.execute(
      server.app.db,
    )
    // Its refusal names the number.
    const store = openIdempotency(server.app)
    const claim = await store.claim(businessId, 'b-found', null)
    if (!('id' in claim)) throw new Error('the key is taken')
    await store.settle(claim, { fingerprint: Buffer.alloc(32), status: 400, body: '{"to":"+919822300771"}' })
    const addresses = ['+919822300771']
    expect(await scrubAnswers(server.app, businessId, { addresses, emails: [] })).toBe(1)
  })

  it('is done to its end and kept where the caller hangs up', async () => {
    const person = await server.signUp()
    const leaving = new AbortController()
    const asked = fetch(`${server.url}${leads.upload.path}`, {
      method: 'POST',
      signal: leaving.signal,
      body: JSON.stringify(lead('+919822300001')),
      headers: {
        ...withKey('gone'),
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
      },
    }).catch(() => undefined)
    await eventually('the claim', async () => await storedOf(person, 'gone'))
    leaving.abort()
    await asked
    await eventually('the answer', async () => (await storedOf(person, 'gone'))?.status)
    const again = await upload(person, 'gone')
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  it('is taken by each call that changes something, and named in the API document', () => {
    const all = Object.values(contract).flatMap((table) => Object.values(table as Record<string, Endpoint>))
    const missed = all.filter(
      (endpoint) =>
        endpoint.method !== 'GET' &&
        endpoint.scope?.toString().endsWith(':write') &&
        !takesIdempotencyKey(endpoint),
    )
    expect(missed.map(({ path }) => path)).toEqual([])
    expect(all.filter(takesIdempotencyKey).length).toBeGreaterThan(100)
  })
})

const storedOf = ({ businessId }: Person, key: string) =>
  server.app.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('key', '=', key)
    .executeTakeFirst() as Promise<Stored>
type Stored = { fingerprint: Buffer; status: number | null; answer_ciphertext: Buffer | null }
