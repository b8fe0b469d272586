import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { leads } from '#contract/leads.ts'
import { openTestServer, type TestServer } from '../server.ts'
import { endpointCalls } from './calls/endpoint-calls.ts'
import { allEndpoints, fieldsOf } from './contract-fields.ts'
import { expectNoFault, expectRefusal, inside } from './refusals.ts'
import { type Request, request, requestRaw, urlOf, withValue } from './requests.ts'
import { openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from './whole-business.ts'

let server: TestServer
let own: WholeBusiness
beforeAll(async () => {
  server = await openTestServer()
  await readyForWholeBusinesses(server)
  own = await openWholeBusiness(server, 'Tamarindcopper')
})
afterAll(() => server.close())

/** The same inputs each time, so that a failure is one that was made here. Another seed and more runs find others. */
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_101)
const times = Number(process.env.BAD_INPUT_TIMES ?? 1)

const withBody = allEndpoints.filter(({ endpoint }) => endpoint.body)
const withJson = withBody.filter(({ endpoint }) => !endpoint.multipart)
const withParams = allEndpoints.filter(({ endpoint }) => endpoint.params)
const withQuery = allEndpoints.filter(({ endpoint }) => endpoint.query)

const sound = (name: string): Request => endpointCalls[name]?.own?.(own) ?? {}

const sendRaw = (
  name: string,
  endpoint: Endpoint,
  payload: string | Buffer,
  headers?: Record<string, string>,
) => requestRaw(server, endpoint, sound(name), payload, own.token, headers)

it('has a valid call of every endpoint that takes a body or parameters', () => {
  const unknown = [...withBody, ...withParams]
    .filter(({ name }) => !endpointCalls[name]?.own)
    .map(({ name }) => `Add a call of ${name} that succeeds to test/http/calls/endpoint-calls.ts.`)
  expect(unknown).toEqual([])
})

describe('a body that is no JSON', () => {
  it.each(withJson)('is refused by $name', async ({ name, endpoint }) => {
    for (const payload of ['{"a":', '{a: 1}', '\0', '"unfinished', '{"a":1}}', '[1,]', 'undefined']) {
      const reply = await sendRaw(name, endpoint, payload)
      expect(reply.status, payload).toBe(400)
      expectRefusal(reply, payload)
    }
  })
  /** Called by Meta, which sends forms; this one lacks what is signed. The public pages are unknown. */
  const takesForms = ['socialWithdrawals.deauthorize', 'socialWithdrawals.deleteData']
  const unknownPages = ['optinPages.submit', 'optinPages.answer']
  const form = 'application/x-www-form-urlencoded'
  it.each(withJson)('but something else is refused by $name', async ({ name, endpoint }) => {
    for (const type of ['text/plain', form, 'application/xml', 'x']) {
      const reply = await sendRaw(name, endpoint, 'a=1', { 'content-type': type })
      const isUnknownPage = type === form && unknownPages.includes(name)
      const status = type === form && takesForms.includes(name) ? 400 : 415
      expect(reply.status, type).toBe(isUnknownPage ? 404 : status)
      expectRefusal(reply, type)
    }
  })
})

describe('a body that is too large', () => {
  it.each(withJson)('is refused by $name', async ({ name, endpoint }) => {
    const most = endpoint.maxBytes ?? 1024 * 1024
    // Announced sizes are refused before they come; a real one is sent where it is small.
    const payload = endpoint.maxBytes ? '{}' : `{"a":"${'a'.repeat(most)}"}`
    const length = String(Math.max(payload.length, most + 1))
    const reply = await sendRaw(name, endpoint, payload, {
      'content-type': 'application/json',
      'content-length': length,
    })
    expect(reply.status).toBe(413)
    expectRefusal(reply, 'too large')
  })
})

/** Values that are trouble somewhere: types, sizes, texts that databases and file systems take for something else. */
const badValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  2 ** 31,
  '',
  '   ',
  '0',
  '-1',
  'NaN',
  '1e999',
  "'; drop table leads; --",
  '../../../etc/passwd',
  '{{1}} {{2}} {{',
  '<script>alert(1)</script>',
  '\u202e\u200b\ufeff',
  '🙂'.repeat(3000),
  'x'.repeat(20_000),
  '2026-02-30T25:61:61Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.000Z',
  [],
  {},
  [null],
  [[[]]],
  Array.from({ length: 300 }, (_, index) => index),
]
const anything = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...badValues) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

describe('a field of another kind', () => {
  it.each(withJson)('is no fault of $name', async ({ name, endpoint }) => {
    const paths = [...new Set(fieldsOf(endpoint).map(({ path }) => path))].filter((path) =>
      path.startsWith('body'),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('body', ...paths), anything, async (path, value) => {
        const reply = await request(server, endpoint, withValue(sound(name), path, value), own.token)
        expectNoFault(reply, `${path} = ${JSON.stringify(value).slice(0, 200)}`)
      }),
      { seed, numRuns: endpointCalls[name]?.slow ? 4 : times * (8 + paths.length * 4), endOnFailure: true },
    )
  })
})

describe('a number beyond what a column holds', () => {
  const isNumber = ({ schema }: { schema: { type?: unknown } }): boolean =>
    schema.type === 'integer' || schema.type === 'number'
  const withNumbers = allEndpoints.filter(
    ({ endpoint }) => !endpoint.multipart && fieldsOf(endpoint).some(isNumber),
  )
  it.each(withNumbers)('is no fault of $name', async ({ name, endpoint }) => {
    for (const { path } of fieldsOf(endpoint).filter(isNumber)) {
      for (const value of [2 ** 31, Number.MAX_SAFE_INTEGER, -(2 ** 31) - 1, 2 ** 63, 0, 1.5]) {
        const reply = await request(server, endpoint, withValue(sound(name), path, value), own.token)
        expectNoFault(reply, `${path} = ${value}`)
      }
    }
  })
})

describe('text that cannot be kept', () => {
  it.each(withJson)('is refused by $name', async ({ name, endpoint }) => {
    const paths = [...new Set(fieldsOf(endpoint).map(({ path }) => path))].filter((path) =>
      path.startsWith('body'),
    )
    for (const path of ['body', ...paths]) {
      for (const text of ['a\0b', 'a\ud800b', '\udc00']) {
        for (const value of [text, { [text]: text }]) {
          const sent = withValue(sound(name), path, value)
          const reply = await request(server, endpoint, sent, own.token)
          expect(reply.status, `${path}: ${reply.text}`).toBe(400)
          expectRefusal(reply, path)
        }
      }
    }
  })
})

describe('a body that is built to harm', () => {
  it.each(withJson)('is refused by $name', async ({ name, endpoint }) => {
    const body = JSON.stringify(sound(name).body ?? {})
    const inside = body === '{}' ? '' : `,${body.slice(1, -1)}`
    for (const payload of [
      `{"__proto__":{"polluted":true}${inside}}`,
      `{"constructor":{"prototype":{"polluted":true}}${inside}}`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
    ]) {
      const reply = await sendRaw(name, endpoint, payload)
      expect(reply.status, `${payload.slice(0, 60)}: ${reply.text}`).toBe(400)
      expectRefusal(reply, payload.slice(0, 60))
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('an id that cannot be one', () => {
  it.each(withParams)('is not found by $name', async ({ name, endpoint }) => {
    const ids = [
      '0',
      '-1',
      '1.5',
      'NaN',
      'abc',
      '999999999999',
      '9'.repeat(25),
      '\0',
      "1'--",
      '%',
      '../1',
      'é',
    ]
    for (const { path } of fieldsOf(endpoint).filter(({ part }) => part === 'params')) {
      for (const id of [...ids, 'x'.repeat(1000)]) {
        const reply = await request(server, endpoint, withValue(sound(name), path, id), own.token)
        expect(reply.status, `${path} = ${id.slice(0, 30)}: ${reply.text.slice(0, 300)}`).toBe(404)
        expectRefusal(reply, id)
      }
    }
  })
})

describe('a query of another kind', () => {
  /** A cursor that looks like ours with something else in it. */
  const cursors = fc
    .oneof(fc.jsonValue({ maxDepth: 2 }), fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 }))
    .map((value) => Buffer.from(JSON.stringify(value)).toString('base64url'))
  const texts = fc.oneof(
    fc.constantFrom('-1', '0', '1e9', 'NaN', '', ' ', '\0', ';drop', "' or 1=1 --", '%', '_', '\\', '[]'),
    fc.constantFrom('9'.repeat(30), '2026-02-30', '0000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z', '2,1'),
    fc.constantFrom('x'.repeat(3000), '🙂', '(', '*', 'Asia/Nowhere', '9007199254740992', '2147483648'),
    fc.string({ unit: 'binary', maxLength: 30 }),
    cursors,
  )

  it.each(withQuery)('is no fault of $name', async ({ name, endpoint }) => {
    const paths = [...new Set(fieldsOf(endpoint).map(({ path }) => path))].filter((path) =>
      path.startsWith('query'),
    )
    const names = paths.map((path) => path.replace('query.', '').replace('[]', ''))
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom(...names, 'unknown'),
          fc.oneof(texts, fc.array(texts, { maxLength: 3 })),
          {
            minKeys: 1,
            maxKeys: 3,
          },
        ),
        async (query) => {
          const reply = await request(server, endpoint, { ...sound(name), query }, own.token)
          expectNoFault(reply, JSON.stringify(query))
        },
      ),
      { seed, numRuns: times * (10 + names.length * 5), endOnFailure: true },
    )
  })

  const paged = withQuery.filter(({ endpoint }) =>
    fieldsOf(endpoint).some(({ path }) => path === 'query.cursor'),
  )
  it.each(paged)('or a cursor that is not ours is no fault of $name', async ({ name, endpoint }) => {
    const { params } = sound(name)
    const first = await request(server, endpoint, { params, query: { limit: 1 } }, own.token)
    const { next_cursor } = JSON.parse(first.text) as { next_cursor: string | null }
    const numbers = ['9'.repeat(16), '9'.repeat(30), '-1', '0', '1.5', '1e400', '2147483648', 'NaN', 'x', '']
    const cursors = [
      ...numbers,
      ...numbers.map((each) => `${each}.1`),
      ...numbers.map((each) => `2026-01-01 ${each}`),
    ]
    // Our own with something else in one of its places.
    const text = next_cursor && Buffer.from(next_cursor, 'base64url').toString()
    const parts = text && /^[[{]/.test(text) ? (JSON.parse(text) as object) : {}
    for (const place of Object.keys(parts)) {
      for (const value of [...badValues, ...numbers, 1e20, 'a\0b', '\ud800']) {
        const changed = Object.assign(Array.isArray(parts) ? [...parts] : { ...parts }, { [place]: value })
        cursors.push(Buffer.from(JSON.stringify(changed)).toString('base64url'))
      }
    }
    for (const cursor of [...cursors, ...cursors.map((each) => Buffer.from(each).toString('base64url'))]) {
      const reply = await request(server, endpoint, { ...sound(name), query: { cursor } }, own.token)
      expectNoFault(reply, Buffer.from(cursor, 'base64url').toString().slice(0, 200))
    }
  })

  it.each(withQuery)('or badly encoded is no fault of $name', async ({ name, endpoint }) => {
    const url = urlOf(endpoint, { ...sound(name), query: {} })
    for (const search of [
      'limit=%',
      'cursor=%ff%fe',
      'search=%00',
      'a[b]=1',
      '&&&=&',
      '__proto__=1&limit=5',
    ]) {
      const answer = await server.http.inject({
        method: 'GET',
        url: `${url}?${search}`,
        headers: { authorization: `Bearer ${own.token}` },
      })
      const reply = { status: answer.statusCode, type: '', text: answer.body }
      expectNoFault(reply, search)
    }
  })
})

describe('an undeclared field or path', () => {
  it('is not found, in the same shape', async () => {
    for (const url of [
      '/marketing/api/nothing',
      '/nothing',
      '/marketing/api/%00',
      '/marketing/api/%',
      '/%ff',
    ]) {
      const answer = await server.http.inject({ method: 'GET', url })
      expect([400, 404], url).toContain(answer.statusCode)
      expectRefusal({ status: answer.statusCode, type: '', text: answer.body }, url)
    }
  })

  it('is no fault of the address of webhooks', async () => {
    const url = '/marketing/api/webhooks/meta'
    for (const query of [
      '',
      '?hub.mode=subscribe',
      '?hub.verify_token=a&hub.verify_token=b',
      '?hub.mode[]=1',
    ]) {
      const answer = await server.http.inject({ method: 'GET', url: `${url}${query}` })
      expectRefusal({ status: answer.statusCode, type: '', text: answer.body }, query)
    }
    for (const signature of ['sha256=', 'sha256=zz', `sha256=${'é'.repeat(32)}`, 'x'.repeat(5000)]) {
      const answer = await server.http.inject({
        method: 'POST',
        url,
        payload: '{}',
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      })
      expect(answer.statusCode, signature).toBe(403)
      expectRefusal({ status: answer.statusCode, type: '', text: answer.body }, signature)
    }
  })
})

describe('a fault of ours', () => {
  afterAll(() => sql`alter table if exists gone rename to leads`.execute(server.app.db))

  it('reveals no internals', async () => {
    await sql`alter table leads rename to gone`.execute(server.app.db)
    for (const endpoint of [leads.list, leads.summary, leads.export]) {
      const { status, text } = await request(server, endpoint, {}, own.token)
      expect(status, text).toBe(500)
      expect(JSON.parse(text)).toMatchObject({ success: false, code: 'internal' })
      expect(text).not.toMatch(inside)
    }
  })
})
