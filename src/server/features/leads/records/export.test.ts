import { get, type IncomingMessage } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { openTestServer, type Person, type TestServer } from '#test/server.ts'

let server: TestServer
let asha: Person
beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  await sql`
    insert into leads (business_id, name, phone) select ${asha.businessId}, 'Lead ' || n, '+9198' || lpad(n::text, 8, '0')
    from generate_series(1, 60000) n`.execute(server.app.db)
})
afterAll(() => server.close())

const ask = (headers: object = {}, token = asha.token): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const all = { authorization: `Bearer ${token}`, ...headers }
    get(`${server.url}${leads.export.path}`, { headers: all }, resolve).on('error', reject)
  })

/** The first bytes of an answer, whose connection is then cut. */
async function cutAfter(answer: IncomingMessage, bytes: number): Promise<Buffer> {
  const got: Buffer[] = []
  for await (const part of answer) {
    got.push(part as Buffer)
    if (Buffer.concat(got).length >= bytes) break
  }
  answer.destroy()
  return Buffer.concat(got)
}

it('exports more picked leads than an address can name', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from leads where business_id = ${asha.businessId} order by id limit 20000`.execute(
    server.app.db,
  )
  const answer = await fetch(`${server.url}${leads.exportAudience.path}`, {
    method: leads.exportAudience.method,
    headers: { authorization: `Bearer ${asha.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ audience: { lead_ids: rows.map(({ id }) => id) } }),
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(20_001)
})

it('goes on where its connection was cut, to the same file, whatever has changed since', async () => {
  const whole = await buffer(await ask())
  const answer = await ask()
  const tag = answer.headers.etag ?? ''
  expect(answer.headers['accept-ranges']).toBe('bytes')
  const first = await cutAfter(answer, 300_000)
  expect(first.length).toBeLessThan(whole.length)
  await sql`update leads set name = 'Changed' where business_id = ${asha.businessId} and id % 2 = 0`.execute(
    server.app.db,
  )
  // As a browser resumes, twice cut, and as `curl -C -` does.
  const second = await ask({ range: `bytes=${first.length}-`, 'if-range': tag })
  expect(second.statusCode).toBe(206)
  const middle = await cutAfter(second, 300_000)
  const at = first.length + middle.length
  const third = await ask({ range: `bytes=${at}-` })
  expect(third.headers['content-range']).toBe(`bytes ${at}-${whole.length - 1}/${whole.length}`)
  const rest = await buffer(third)
  expect(Buffer.concat([first, middle, rest]).equals(whole)).toBe(true)
  expect((await ask({ range: `bytes=${at + rest.length}-` })).statusCode).toBe(416)
  // Another file than the one that was begun is sent from its beginning.
  const other = await ask({ range: 'bytes=100-', 'if-range': '"another"' })
  expect(other.statusCode).toBe(200)
  expect(await text(other)).toContain('Changed')
  // What somebody else exports is not theirs to go on with.
  const ravi = await ask({ range: 'bytes=10-', 'if-range': tag }, (await server.signUp()).token)
  expect(ravi.statusCode).toBe(200)
  expect(await text(ravi)).not.toContain('Lead')
})
