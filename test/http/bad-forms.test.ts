import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../server.ts'
import { endpointCalls } from './calls/endpoint-calls.ts'
import { allEndpoints, type NamedEndpoint } from './contract-fields.ts'
import { expectNoFault, expectRefusal } from './refusals.ts'
import { formOf, type Reply, type Request, request, requestRaw } from './requests.ts'
import { openWholeBusiness, readyForWholeBusinesses, type WholeBusiness } from './whole-business.ts'

let server: TestServer
let own: WholeBusiness
beforeAll(async () => {
  server = await openTestServer()
  await readyForWholeBusinesses(server)
  own = await openWholeBusiness(server, 'Saffronbrass')
})
afterAll(() => server.close())

const sound = (name: string): Request => endpointCalls[name]?.own?.(own) ?? {}

const withForm = allEndpoints.filter(({ endpoint }) => endpoint.multipart)

describe('a form', () => {
  const soundForm = (name: string) => sound(name).form ?? {}
  const send = async ({ name, endpoint }: NamedEndpoint, payload: Buffer, type: string): Promise<Reply> =>
    await requestRaw(server, endpoint, sound(name), payload, own.token, { 'content-type': type })

  it.each(withForm)('that is broken is refused by $name', async (named) => {
    const { payload, headers } = await formOf(soundForm(named.name))
    const type = headers['content-type']
    for (const [what, broken, as] of [
      ['cut off', payload.subarray(0, payload.length - 40), type],
      ['cut off in its head', payload.subarray(0, 30), type],
      ['empty', Buffer.alloc(0), type],
      ['without a boundary', payload, 'multipart/form-data'],
      ['with another boundary', payload, 'multipart/form-data; boundary=other'],
      ['of another kind', payload, 'text/csv'],
    ] as const) {
      const reply = await send(named, broken, as)
      expect(reply.status, `${what}: ${reply.text}`).toBeGreaterThanOrEqual(400)
      expectRefusal(reply, what)
    }
  })

  it.each(withForm)('with other fields and files is no fault of $name', async (named) => {
    const form = soundForm(named.name)
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, nr) => [`field${nr}`, 'x']))
    const file = (content: string | Uint8Array, name = 'a.csv') => ({ ...form, file: { name, content } })
    for (const [what, fields] of Object.entries({
      'nothing in it': {},
      'a text in place of the file': { ...form, file: 'text' },
      'an empty file': file(''),
      'a file of NULs': file(new Uint8Array(5000)),
      'a file with NULs in its cells': file('Name,Phone\nA\0sha,+91981\x0022223333\n'),
      'a file that is no text': file(Uint8Array.from({ length: 4000 }, (_, nr) => (nr * 7919) % 256)),
      'one endless line': file('x'.repeat(200_000)),
      'quotes that never end': file('Name,Phone\n"Asha,+919812345678\n'),
      'a workbook that is none': file('PK\x03\x04nothing', 'a.xlsx'),
      'a name that climbs': file('Name,Phone\nAsha,+919812345678\n', '../../../etc/passwd.csv'),
      'a NUL in its name': file('Name,Phone\nAsha,+919812345678\n', 'a\0b.csv'),
      'a NUL in a field': { ...form, tag: 'a\0b', country: '\0', consent: '\0', consent_source: '\0' },
      'a field that is too long': { ...form, tag: 'x'.repeat(100_000) },
      'an unknown country': { ...form, country: 'ZZ' },
      'too many fields': { ...form, ...many },
      'a field named for the prototype': { ...form, __proto__x: '1', constructor: '1', toString: '1' },
    })) {
      const reply = await request(server, named.endpoint, { ...sound(named.name), form: fields }, own.token)
      expectNoFault(reply, what)
    }
  })
})
