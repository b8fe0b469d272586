import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import type { App } from '#server/app.ts'
import { beginDump, dumpTable } from '#server/platform/backup/tables.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { openTestServer, type TestServer } from '#test/server.ts'
import { webhookPath } from '../webhook-path.ts'
import { forgetWebhooks } from './forget-webhooks.ts'
import { moveWeeks, storeWeeksAgo } from './weeks.fixture.ts'
import { listWeeks, makeWeeks } from './weeks.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await run('delete from webhook_queue; delete from webhook_events')
  await dropAll()
  await makeWeeks(keeping(90))
})

const idsOfWeek = 2 ** 36
const dayMs = 86_400_000
const run = (text: string) => server.app.pool.query(text)
const dropAll = async () => {
  for (const name of await names()) await run(`drop table ${name}`)
}
const keeping = (keepWebhooksDays: number): App => ({
  ...server.app,
  settings: { ...server.app.settings, keepWebhooksDays },
})
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
const names = async () => (await listWeeks(server.app)).map(({ name }) => name)
const weekNow = async () =>
  (await sql<{ week: number }>`select webhook_week(now()) as week`.execute(server.app.db)).rows[0]!.week
const stored = async () =>
  (
    await sql<{ id: number; body: string }>`
      select id, convert_from(body, 'UTF8') as body from webhook_events order by id`.execute(server.app.db)
  ).rows
const bodies = async () => (await stored()).map(({ body }) => body)
const old = (...texts: string[]) => texts.map((body) => ({ body }))

/** What the provider posts; 200 means that it is stored. */
async function post(field: string): Promise<number> {
  const bytes = Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ field, value: {} }] }],
    }),
  )
  const { statusCode } = await server.http.inject({
    method: 'POST',
    url: webhookPath,
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signWebhook(bytes, sandboxSeed.app.secret),
    },
  })
  return statusCode
}

/** A connection of its own, for what others do meanwhile. */
async function beside<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

describe('a stored webhook', () => {
  it('has an id of its week, above all ids of the weeks before', async () => {
    const week = await weekNow()
    expect(await post('one')).toBe(200)
    await moveWeeks(server.app, 1)
    expect(await post('two')).toBe(200)
    expect(await post('three')).toBe(200)
    await moveWeeks(server.app, 0)
    const ids = (await stored()).map(({ id }) => id)
    expect(ids.map((id) => Math.floor(id / idsOfWeek))).toEqual([week, week + 1, week + 1])
    expect((await bodies()).map((body) => /"field":"(\w+)"/.exec(body)?.[1])).toEqual(['one', 'two', 'three'])
    // The sequence goes on, so no id is given twice whatever the clock says.
    expect(new Set(ids.map((id) => id % idsOfWeek)).size).toBe(3)
    const { rows } = await run(
      'select distinct tableoid::regclass::text as name from webhook_events order by 1',
    )
    expect(rows).toHaveLength(2)
  })

  it('is stored although its week has no table, and although nobody made one for a year', async () => {
    await dropAll()
    await Promise.all([post('one'), post('two')].map(async (answer) => expect(await answer).toBe(200)))
    await moveWeeks(server.app, 60)
    expect(await post('three')).toBe(200)
    await moveWeeks(server.app, 0)
    expect(await stored()).toHaveLength(3)
  })

  it('has a table for the next four weeks, whoever makes them at once', async () => {
    await dropAll()
    await Promise.all(Array.from({ length: 6 }, () => makeWeeks(keeping(90))))
    const week = await weekNow()
    expect((await listWeeks(server.app)).map(({ low, high }) => [low / idsOfWeek, high / idsOfWeek])).toEqual(
      [0, 1, 2, 3, 4].map((nr) => [week + nr, week + nr + 1]),
    )
    const [first] = await listWeeks(server.app)
    expect(first!.begins.getUTCDay()).toBe(1)
    expect(first!.begins.getTime()).toBeLessThanOrEqual(Date.now())
    expect(first!.ends.getTime()).toBeGreaterThan(Date.now())
  })

  it('lies in tables of several weeks where it is kept for long', async () => {
    await moveWeeks(server.app, 5)
    await makeWeeks(keeping(365))
    await moveWeeks(server.app, 20)
    await makeWeeks(keeping(0))
    await moveWeeks(server.app, 0)
    const lengths = (await listWeeks(server.app)).map(({ low, high }) => (high - low) / idsOfWeek)
    expect(lengths).toEqual([1, 1, 1, 1, 1, 2, 2, 2, 13])
  })
})

describe('old weeks', () => {
  it('are dropped whole, and what went is counted', async () => {
    await storeWeeksAgo(keeping(90), 12, old('one', 'three'))
    await run(`insert into webhook_events (body) values ('young')`)
    const since = daysAgo(60)
    const weeks = await listWeeks(server.app)
    // How many are whole weeks old depends on the weekday of this run.
    const left = weeks.filter(({ ends }) => ends > since)
    expect([3, 4]).toContain(weeks.length - left.length)
    // Rows that are deleted are gone for new statements alone; a table that is dropped is gone.
    expect(await forgetWebhooks(server.app, since)).toEqual({ removed: 2, bytes: 8 })
    expect(await bodies()).toEqual(['young'])
    expect(await listWeeks(server.app)).toEqual(left)
    expect(await forgetWebhooks(server.app, since)).toEqual({ removed: 0, bytes: 0 })
  })

  it('stay until the whole week is old', async () => {
    await storeWeeksAgo(keeping(90), 10, old('one'))
    const { begins, ends } = (await listWeeks(server.app))[0]!
    await run(`update webhook_events set received_at = '${begins.toISOString()}'`)
    expect(await forgetWebhooks(server.app, new Date(ends.getTime() - 1))).toMatchObject({ removed: 0 })
    expect(await forgetWebhooks(server.app, ends)).toMatchObject({ removed: 1 })
  })

  it('keep what waits or failed, and go when that is done', async () => {
    const [waiting] = await storeWeeksAgo(keeping(90), 12, [
      ...old('waits', 'gone'),
      { body: 'failed', problem: 'not_applied' },
      ...old('gone too'),
    ])
    await run(`insert into webhook_queue (id) values (${waiting})`)
    const [week] = await names()
    expect(await forgetWebhooks(server.app, daysAgo(60))).toEqual({ removed: 2, bytes: 12 })
    expect(await bodies()).toEqual(['waits', 'failed'])
    expect(await names()).toContain(week)
    await run('delete from webhook_queue')
    expect(await forgetWebhooks(server.app, daysAgo(60))).toEqual({ removed: 1, bytes: 5 })
    expect(await bodies()).toEqual(['failed'])
    expect(await names()).toContain(week)
    await run('update webhook_events set problem = null')
    expect(await forgetWebhooks(server.app, daysAgo(60))).toEqual({ removed: 1, bytes: 6 })
    expect(await names()).not.toContain(week)
  })

  it('are counted once by two processes that drop them at the same time', async () => {
    for (const weeks of [20, 14]) await storeWeeksAgo(keeping(90), weeks, old('one', 'three'))
    const gone = await Promise.all([1, 2].map(() => forgetWebhooks(server.app, daysAgo(60))))
    expect(gone.reduce((sum, { removed }) => sum + removed, 0)).toBe(4)
    expect(await stored()).toEqual([])
  })

  it('lose nothing that is stored or queued while they are dropped', async () => {
    const [id] = await storeWeeksAgo(keeping(90), 12, old('one'))
    const during = async (statement: string) =>
      await beside(async (client) => {
        await client.query('begin')
        await client.query(statement)
        const forgotten = forgetWebhooks(server.app, daysAgo(60))
        await new Promise((resolve) => setTimeout(resolve, 1500))
        await client.query('commit')
        return await forgotten
      })
    const queued = `insert into webhook_queue (id) select id from webhook_events where id = ${id}`
    expect(await during(queued)).toMatchObject({ removed: 0 })
    expect(await bodies()).toEqual(['one'])
    await run('delete from webhook_queue')
    const late = `insert into webhook_events (id, body) values (${id! + 1}, 'late')`
    expect(await during(late)).toMatchObject({ removed: 1 })
    expect(await bodies()).toEqual(['late'])
  })

  it('stay while a backup reads them', async () => {
    await storeWeeksAgo(keeping(90), 12, old('one'))
    await beside(async (client) => {
      const { tables } = await beginDump(client)
      const [first] = await names()
      await expect(
        sql`select * from drop_webhook_week(${first}, now())`.execute(server.app.db),
      ).rejects.toMatchObject({ code: '55P03' })
      const table = tables.find(({ name }) => name === `public.${first}`)!
      let text = ''
      for await (const chunk of dumpTable(client, table)) text += chunk
      expect(text).toContain('6f6e65')
    })
  })

  it('are not dropped by a version that deletes a business by the place of its rows', async () => {
    await run(`insert into webhook_events (body) values ('one')`)
    await beside(async (client) => {
      await client.query(`begin; set local tidings.erasing = 'on'`)
      await expect(
        client.query('delete from webhook_events where ctid = any(array(select ctid from webhook_events))'),
      ).rejects.toThrow(/a later version/)
    })
  })
})
