import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { streamRows } from './stream-rows.ts'

let server: TestServer
let pool: pg.Pool
beforeAll(async () => {
  server = await openTestServer()
  const { connectionString } = server.app.pool.options
  pool = new pg.Pool({ connectionString, max: 1, statement_timeout: 100 })
})
afterAll(async () => {
  await pool.end()
  await server.close()
})

type Row = { n: number }
const connections = async (): Promise<number> => {
  const { rows } = await server.app.pool.query<{ count: string }>(
    "select count(*) from pg_stat_activity where application_name = 'tidings export' and datname = current_database()",
  )
  return Number(rows[0]?.count)
}

it('gives all rows of a query that takes longer than any statement that a person waits for', async () => {
  const slow = {
    sql: 'select n, pg_sleep(0.001) from generate_series(1, $1::int) n order by n',
    parameters: [300],
  }
  await expect(pool.query(slow.sql, slow.parameters)).rejects.toThrow('statement timeout')
  const seen: number[] = []
  for await (const { n } of streamRows<Row>(pool, slow)) seen.push(n)
  expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => at + 1))
})

it('gives them as they were at the start, in no transaction, whatever the reader’s speed', async () => {
  await server.app.pool.query('create table read_slowly as select n from generate_series(1, 5000) n')
  const rows = streamRows<Row>(pool, { sql: 'select n from read_slowly order by n', parameters: [] })
  let count = 0
  for await (const _ of rows) {
    count++
    if (count !== 1) continue
    await server.app.pool.query('delete from read_slowly')
    const { rows: open } = await server.app.pool.query<{ state: string }>(
      "select state from pg_stat_activity where application_name = 'tidings export' and datname = current_database()",
    )
    expect(open).toEqual([{ state: 'idle' }])
  }
  expect(count).toBe(5000)
})

it('gives its connection back when the reader leaves early, and when the query fails', async () => {
  for await (const { n } of streamRows<Row>(pool, {
    sql: 'select n from generate_series(1, 9000) n',
    parameters: [],
  })) {
    if (n === 3) break
  }
  await expect(streamRows(pool, { sql: 'select 1 / 0', parameters: [] }).next()).rejects.toThrow('division')
  expect(await connections()).toBe(0)
})
