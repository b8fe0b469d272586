import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '#test/server.ts'
import { advanceCheck } from './check.ts'
import { readGuard } from './guard-row.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ log: 'fatal' })
})
afterAll(() => server.close())

it('waits for another machine as long as it compares its journal', async () => {
  const { app } = server
  const id = randomUUID()
  await sql`insert into journals (id, machine, epoch) values (${id}, 'other', 0)`.execute(app.db)
  await sql`
    update database_guard set state = 'checking', epoch = 1, before_epoch = 0, beat = 1, awaited = array[${id}::uuid],
      checking_at = now() - interval '1 minute'`.execute(app.db)
  const advance = async () => await advanceCheck(app, await readGuard(app), 'here')
  const other = await app.pool.connect()
  try {
    await other.query('begin')
    await other.query('select from journals where id = $1 for update', [id])
    expect(await advance()).toBe(false)
    expect((await readGuard(app)).state).toBe('checking')
  } finally {
    await other.query('rollback')
    other.release()
  }
  expect(await advance()).toBe(true)
  expect((await readGuard(app)).state).toBe('steady')
})
