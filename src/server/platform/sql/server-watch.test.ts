import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, it } from 'vitest'
import { isDatabaseOutage, openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { notify, openNotes } from '#server/platform/notify.ts'
import { cloneDatabase, eventually } from '#test/server.ts'

/** A way to the server that can swallow everything, as a machine that vanished does: nothing is closed, nothing comes. */
async function openWay(
  port: number,
): Promise<{ port: number; swallow: () => void; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  let isGone = false
  const way = createServer((here) => {
    sockets.add(here)
    here.on('error', () => undefined)
    if (isGone) return
    const there = connect(port, '127.0.0.1')
    sockets.add(there)
    there.on('error', () => here.destroy())
    here.on('data', (data) => isGone || there.write(data))
    there.on('data', (data) => isGone || here.write(data))
    for (const [one, other] of [
      [here, there],
      [there, here],
    ] as const)
      one.on('close', () => isGone || other.destroy())
  })
  await new Promise<void>((resolve) => {
    way.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (way.address() as AddressInfo).port,
    swallow() {
      isGone = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => {
        way.close(resolve)
      })
    },
  }
}

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const withinMs = 20_000

// Both wait, and can do so at once.
it.concurrent('finds that a machine vanished which closes no connection, and goes to the next one', {
  timeout: 90_000,
}, async ({ expect }) => {
  const { username, password, port, pathname } = new URL(database.databaseUrl)
  const way = await openWay(Number(port))
  const url = `postgres://${username}:${password}@127.0.0.1:${way.port},127.0.0.1:${port}${pathname}`
  const log = createLog('fatal')
  const { pool, db, close } = openDatabase<unknown>(url, log)
  const notes = openNotes(url, log, 'tidings test')
  try {
    const received: string[] = []
    let missed = 0
    notes.listen(
      'news',
      (text) => received.push(text),
      () => missed++,
    )
    await eventually('the first note', async () => {
      await notify(db, 'news', 'one')
      return received.includes('one')
    })
    const before = missed
    const under = pool.query('select pg_sleep(300)').catch((error: unknown) => error)
    await pool.query('select pg_sleep(0.1)')

    way.swallow()
    const begun = performance.now()
    expect(isDatabaseOutage(await under)).toBe(true)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect(performance.now() - begun).toBeLessThan(withinMs)
    await eventually('a note after the reconnect', async () => {
      await notify(db, 'news', 'two')
      return missed > before && received.includes('two')
    })
    expect(performance.now() - begun).toBeLessThan(withinMs + 10_000)
  } finally {
    await Promise.all([close(), notes.close()])
    await way.close()
  }
})

it.concurrent('leaves a long statement alone whose server answers', { timeout: 60_000 }, async ({
  expect,
}) => {
  const { username, password, port, pathname } = new URL(database.databaseUrl)
  const { pool, close } = openDatabase<unknown>(
    `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    createLog('fatal'),
  )
  try {
    expect((await pool.query('select pg_sleep(20)')).rowCount).toBe(1)
  } finally {
    await close()
  }
})
