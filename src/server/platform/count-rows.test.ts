import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { countRows } from './count-rows.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ log: 'error' })
})
afterAll(() => server.close())

/** With patience: what is counted does not depend on how busy the machine is. */
const count = (rows: ReturnType<typeof sql>) => countRows(server.app.db, rows, 60_000)

it('counts what a query finds', async () => {
  expect(await count(sql`select 1 from generate_series(1, 7)`)).toEqual({ count: 7, more: false })
  expect(await count(sql`select 1 where false`)).toEqual({ count: 0, more: false })
  expect(await count(sql`select 1 from generate_series(1, 10000)`)).toEqual({ count: 10_000, more: false })
})

it('stops at ten thousand and says so', async () => {
  expect(await count(sql`select 1 from generate_series(1, 10001)`)).toEqual({ count: 10_000, more: true })
})

it('gives up rather than keep anybody waiting, and other queries keep their time', async () => {
  const started = performance.now()
  expect(await countRows(server.app.db, sql`select pg_sleep(120)`)).toBeNull()
  expect(performance.now() - started).toBeLessThan(60_000)
  await sql`select pg_sleep(0.3)`.execute(server.app.db)
})

it('passes on that a query is wrong', async () => {
  await expect(count(sql`select nothing_like_this`)).rejects.toThrow('nothing_like_this')
})
