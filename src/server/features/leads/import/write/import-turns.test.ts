import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ jobs: true })
})
afterAll(() => server.close())

const fileOf = (rows: number): string =>
  `Name,Phone,Note\n${Array.from({ length: rows }, (_, n) => `P${n},+9198${String(20_000_000 + n)},${'n'.repeat(40)}`).join('\n')}\n`

async function upload(token: string, rows: number): Promise<() => Promise<number>> {
  const form = new FormData()
  form.append('file', new Blob([fileOf(rows)]), 'people.csv')
  const encoded = new Response(form)
  const { body, statusCode } = await server.http.inject({
    method: 'POST',
    url: leads.createImport.path,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  expect(statusCode).toBe(200)
  const { id, settings } = JSON.parse(body).import
  return async () => {
    const started = await server.call(leads.startImport, {
      token,
      params: { id },
      body: { settings, tag: 'list', consent: { state: 'none' } },
    } as never)
    expect(started.status).toBe(200)
    return id
  }
}
const get = async (token: string, id: number) =>
  (await server.call(leads.getImport, { token, params: { id } })).body.import

it('imports of one business wait for their turn and say so; another business’s goes first, and a cancel is quick', async () => {
  const [many, one] = [await server.signUp(), await server.signUp()]
  const files = [
    await upload(many.token, 20_000),
    await upload(many.token, 20_000),
    await upload(many.token, 20_000),
  ]
  const startOther = await upload(one.token, 5000)
  const ids = await Promise.all(files.map((start) => start()))
  const other = await startOther()
  const { ahead, last } = await eventually('the wait', async () => {
    const all = await Promise.all(ids.map((id) => get(many.token, id)))
    const [ahead, last] = [all.find(({ waits }) => !waits)?.id, all.find(({ waits }) => waits)?.id]
    return ahead !== undefined && last !== undefined && { ahead, last }
  })
  const cancelled = await server.call(leads.cancelImport, { token: many.token, params: { id: last } })
  expect(cancelled.body.import.status).toBe('cancelled')
  // The other writes beside the first of the many, whose own next waits.
  const beside = await eventually('the other’s turn', async () => {
    const found = await get(one.token, other)
    return !found.waits && found
  })
  expect(['running', 'done']).toContain(beside.status)
  // It answers while the one ahead of it still writes.
  expect((await get(many.token, ahead)).status).toBe('running')
  await eventually('the other’s end', async () => (await get(one.token, other)).status === 'done')
  expect((await get(many.token, last)).counts.created).toBe(0)
})
