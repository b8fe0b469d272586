import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { App } from '#server/app.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { type Database, openDatabase } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import type { Tables } from '#server/tables.ts'
import { isCluster } from '#test/cluster.ts'
import { cloneDatabase } from '#test/server.ts'
import { forgetWebhooks } from './forget-webhooks.ts'
import { listWeeks } from './weeks.ts'

const migrations = readdirSync(join(import.meta.dirname, '../../../migrations'))
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => name.replace('.ts', ''))
const before = migrations.filter((name) => !name.endsWith('-weeks-of-webhooks'))

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database<Tables>
/** What the server said while it worked. */
const notices: string[] = []
beforeAll(async () => {
  clone = await cloneDatabase()
  database = openDatabase<Tables>(clone.databaseUrl, createLog('fatal'))
  await database.pool.query('drop schema public cascade; create schema public')
  await migrate(database.db as never, before)
})
afterAll(async () => {
  await database.close()
  await clone.drop()
})

const newClient = () => new pg.Client({ connectionString: clone.databaseUrl })

// Migrations of before a cluster was supported never meet tables that were given to nodes.
it.skipIf(isCluster)(
  'keeps what was stored before there were weeks, reads none of it under a lock, and drops it in the end',
  async () => {
    const { pool } = database
    await pool.query(`insert into webhook_events (body, received_at, problem)
    select convert_to('old ' || n, 'UTF8'), now() - (100 - n) * interval '1 day', case when n = 3 then 'not_applied' end
    from generate_series(1, 30) n`)
    await pool.query(`insert into webhook_queue (id) select id from webhook_events where body = 'old 2'`)
    await pool.query(
      `alter database ${new URL(clone.databaseUrl).pathname.slice(1)} set client_min_messages = debug1`,
    )
    await database.close()
    database = openDatabase<Tables>(clone.databaseUrl, createLog('fatal'))
    database.pool.on('connect', (client) => {
      client.on('notice', ({ message }) => notices.push(message ?? ''))
    })
    // A backup reads, and others store while the migration waits for it.
    const [reader, writer] = [newClient(), newClient()]
    await Promise.all([reader.connect(), writer.connect()])
    await reader.query('begin; lock table webhook_events in access share mode')
    const migrated = migrate(database.db as never)
    await pause(500)
    const stored = await writer
      .query(`set statement_timeout = '4s'; insert into webhook_events (body) values ('old 31')`)
      .catch((error: unknown) => error)
    await Promise.all([reader.end(), writer.end()])
    await migrated
    expect(stored).not.toBeInstanceOf(Error)
    // Read once, for the check, while others write.
    expect(notices.filter((text) => /^verifying table "webhook_events(_before)?"$/.test(text))).toEqual([
      'verifying table "webhook_events"',
    ])
    expect(notices).toContainEqual(
      expect.stringMatching(/partition constraint for table "webhook_events_before" is implied/),
    )
    // Later starts find it done.
    await migrate(database.db as never)

    const app = { db: database.db, now: () => new Date(), log: createLog('fatal') } as App
    const transaction = (work: (tx: App) => Promise<unknown>) =>
      database.db.transaction().execute((tx) => work({ ...app, db: tx }))
    const whole = { ...app, transaction } as App
    const { rows } = await sql<{ id: number; body: string }>`
    with one as (insert into webhook_events (body) values ('new') returning id)
    select id, 'new' as body from one union all select id, convert_from(body, 'UTF8') from webhook_events order by id`.execute(
      database.db,
    )
    expect(rows.map(({ body }) => body)).toEqual([
      ...Array.from({ length: 31 }, (_, n) => `old ${n + 1}`),
      'new',
    ])
    // The sequence goes on where it was.
    expect(rows.at(-1)!.id % 2 ** 36).toBe(rows.at(-2)!.id + 1)

    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    expect(await forgetWebhooks(whole, daysAgo(90))).toMatchObject({ removed: 8 })
    expect((await listWeeks(whole))[0]?.name).toBe('webhook_events_before')
    await sql`delete from webhook_queue`.execute(database.db)
    await sql`
    update webhook_events set problem = null, received_at = now() - interval '70 days'
    where body <> 'new'`.execute(database.db)
    expect(await forgetWebhooks(whole, daysAgo(60))).toMatchObject({ removed: 23 })
    expect((await listWeeks(whole)).map(({ name }) => name)).not.toContain('webhook_events_before')
    expect((await sql`select from webhook_events`.execute(database.db)).rows).toHaveLength(1)
  },
)
