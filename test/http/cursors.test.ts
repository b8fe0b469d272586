import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestServer, type TestServer } from '../server.ts'
import { endpointCalls } from './calls/endpoint-calls.ts'
import { allEndpoints, fieldsOf } from './contract-fields.ts'
import { expectRefusal } from './refusals.ts'
import { request } from './requests.ts'
import { openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from './whole-business.ts'

let server: TestServer
let own: WholeBusiness
beforeAll(async () => {
  server = await openTestServer()
  await readyForWholeBusinesses(server)
  own = await openWholeBusiness(server, 'Saffronbrass')
})
afterAll(() => server.close())

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const broken = [
  'x',
  '-',
  '%00',
  '1e400',
  '9'.repeat(60),
  "1'; drop table leads",
  'bm90IGpzb24',
  encoded(['a\0b', 1]),
  encoded([1, 'a']),
  encoded({}),
  '0000-01-01T00:00:00.000000Z_1',
  '2026-02-30T00:00:00.000000Z_1',
  '-271821-04-20T00:00:00.000Z_a',
  '9999999999999999999-1',
]

it.each(
  allEndpoints.filter(({ endpoint }) => fieldsOf(endpoint).some(({ path }) => path === 'query.cursor')),
)('a cursor that no list gave is refused by $name, and nothing is logged', async ({ name, endpoint }) => {
  const levels = (['warn', 'error'] as const).map((level) => vi.spyOn(server.app.log, level))
  const sound = endpointCalls[name]?.own?.(own) ?? {}
  for (const cursor of broken) {
    const reply = await request(server, endpoint, { ...sound, query: { ...sound.query, cursor } }, own.token)
    expect(reply.status, `${cursor}: ${reply.text}`).toBe(400)
    expectRefusal(reply, cursor)
  }
  for (const level of levels) {
    expect(level.mock.calls).toEqual([])
    level.mockRestore()
  }
})
