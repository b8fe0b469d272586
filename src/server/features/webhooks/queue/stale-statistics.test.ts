import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { applyStored, batchSize } from '../stored.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('takes a set off a long queue of which the statistics know nothing', async () => {
  const { db } = server.app
  const fill = (partition: number, from: number, to: number) =>
    sql`insert into webhook_queue (id, partition) select n, ${partition}::smallint
      from generate_series(${from}::int, ${to}::int) n`.execute(db)
  await sql`alter table webhook_queue set (autovacuum_enabled = false)`.execute(db)
  await fill(3, 1, 2000)
  await sql`analyze webhook_queue`.execute(db)
  await sql`delete from webhook_queue`.execute(db)
  await fill(1, 10_001, 50_000)
  const began = process.hrtime.bigint()
  expect(await applyStored(server.app, 1)).toBe(batchSize)
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from webhook_queue`.execute(db)
  expect(rows[0]!.n).toBe(40_000 - batchSize)
  // Chosen again for each row of the queue, it took longer than a statement may.
  expect(Number(process.hrtime.bigint() - began) / 1e9).toBeLessThan(10)
})
