import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getHeapSpaceStatistics } from 'node:v8'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isDatabaseOutage, openDatabase } from '#server/platform/database.ts'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { cloneDatabase, eventually } from '#test/server.ts'
import { addressesOf, DatabaseClient, isDatabaseAddress } from './failover-client.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

it('reads an address with one server or several', () => {
  expect(addressesOf('postgres://me:a,b@one:5432,two/shop?sslmode=require')).toEqual([
    'postgres://me:a,b@one:5432/shop?sslmode=require',
    'postgres://me:a,b@two/shop?sslmode=require',
  ])
  expect(addressesOf('postgres://me@one/shop')).toEqual(['postgres://me@one/shop'])
  for (const url of [
    'postgres://me:1,2@one:5432/shop',
    'postgres://me:aB3,xYz@one/shop',
    'postgres://me:,@one',
  ])
    expect(addressesOf(url)).toEqual([url])
  expect(isDatabaseAddress('postgres://me:123,abc@one:5432/shop')).toBe(true)
  expect(['postgres://a,b/c', 'postgres://a:1,b:x/c', 'http://a,b/c'].map(isDatabaseAddress)).toEqual([
    true,
    false,
    false,
  ])
})

it('goes to the next server where one is gone, and stays there', async () => {
  const real = new URL(database.databaseUrl)
  const url = `postgres://${real.username}:${real.password}@127.0.0.1:${await freePort()},127.0.0.1:${real.port}${real.pathname}`
  const { pool, close } = openDatabase<unknown>(url, createLog('fatal'), { connections: 2 })
  const ask = () => pool.query('select 1')
  try {
    expect(isDatabaseOutage(await ask().catch((error: unknown) => error))).toBe(true)
    await Promise.all([ask(), ask()])
  } finally {
    await close()
  }
})

it('knows a server whose socket is gone while it restarts', async () => {
  const folder = join(tmpdir(), 'no-server-here')
  const { pool, close } = openDatabase<unknown>(
    `postgres://me@/shop?host=${encodeURIComponent(folder)}`,
    createLog('fatal'),
  )
  try {
    const failed = await pool.query('select 1').catch((error: unknown) => error)
    expect(failed).toMatchObject({ code: 'ENOENT', syscall: 'connect' })
    expect(isDatabaseOutage(failed)).toBe(true)
    expect(isDatabaseOutage(await readFile(folder).catch((error: unknown) => error))).toBe(false)
  } finally {
    await close()
  }
})

it('asks a statement of its own again that a deadlock ended, and leaves a transaction to its owner', async () => {
  const { db, pool, close } = openDatabase<unknown>(database.databaseUrl, createLog('fatal'), {
    connections: 3,
  })
  await pool.query('create table pairs (id int primary key, times int not null default 0)')
  await pool.query('insert into pairs values (1), (2)')
  // The second row first, then the one that the other has.
  await pool.query(`create function touch(by int) returns int language plpgsql as $$ begin
    update pairs set times = times + by where id = 2; update pairs set times = times + by where id = 1; return by;
  end $$`)
  const touched = sql<{ touch: number }>`select touch(${10}::int)`
  /** Waits for the other, which finds the deadlock first. */
  const meet = async (ask: () => Promise<unknown>): Promise<unknown> => {
    const other = await pool.connect()
    await other.query(
      `begin; set local deadlock_timeout = '1min'; update pairs set times = times + 1 where id = 1`,
    )
    const answer = ask().catch((error: unknown) => error)
    await eventually('its wait', async () => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    })
    await other.query('update pairs set times = times + 1 where id = 2')
    await other.query('commit')
    other.release()
    return await answer
  }
  try {
    expect(await meet(() => touched.execute(db))).toMatchObject({ rows: [{ touch: 10 }] })
    const inTransaction = () => db.transaction().execute((tx) => touched.execute(tx))
    expect(await meet(inTransaction)).toMatchObject({ code: '40P01' })
    const { rows } = await pool.query('select times from pairs order by id')
    expect(rows).toEqual([{ times: 12 }, { times: 12 }])
  } finally {
    await close()
  }
})

it('leaves answers to short collections of garbage', async () => {
  const client = new DatabaseClient({ connectionString: database.databaseUrl })
  await client.connect()
  const rows = 3000
  const ask = () => client.query(`select nr, 'Person ' || nr as name from generate_series(1, ${rows}) nr`)
  const oldBytes = (): number =>
    getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
  try {
    // What is compiled and kept for good is there after some.
    for (let nr = 0; nr < 100; nr++) await ask()
    const before = oldBytes()
    let most = before
    for (let nr = 0; nr < 400; nr++) {
      // Not by an expectation, which keeps what it was given.
      if ((await ask()).rows.length !== rows) throw new Error('Rows are missing.')
      most = Math.max(most, oldBytes())
    }
    expect(most - before).toBeLessThan(10e6)
  } finally {
    await client.end()
  }
})

it('says which code asked what was refused', async () => {
  const client = new DatabaseClient({ connectionString: database.databaseUrl })
  await client.connect()
  try {
    const refused = (await client.query('select nothing').catch((error: unknown) => error)) as Error
    expect(refused).toMatchObject({ code: '42703' })
    expect(refused.stack).toContain('failover-client.test.ts')
  } finally {
    await client.end()
  }
})
