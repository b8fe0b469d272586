import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { leads } from '#contract/leads.ts'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { backendOf } from '#test/cluster.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { indexJob } from './index-leads.ts'

/** Enough for a business that is searched by the index, in some twenty batches. */
const people = 60_000

let server: TestServer
let asha: Person
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  server = await openTestServer()
  asha = await server.signUp()
  folder = await mkdtemp(join(tmpdir(), 'tidings-index-'))
  await sql`
    insert into leads (business_id, name, phone)
    select ${asha.businessId}, 'Asha ' || n, '+9198' || lpad(n::text, 8, '0')
    from generate_series(1, ${people}::int) n`.execute(server.app.db)
})
afterAll(async () => {
  for (const child of children) await killed(child)
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../../main.ts')], {
    env: {
      ...process.env,
      ROLE: 'worker',
      PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      DATA_DIR: folder,
      DATABASE_URL: server.databaseUrl,
      ...backendOf(server.databaseUrl),
      LOG_LEVEL: 'fatal',
    },
    stdio: 'ignore',
  })
  children.push(child)
  return child
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

async function written(): Promise<number> {
  const { rows } = await sql<{ texts: number }>`
    select count(*)::int as texts from lead_search where business_id = ${asha.businessId}`.execute(
    server.app.db,
  )
  return rows[0]?.texts ?? 0
}

it('of a big business is finished by the next process when kill -9 ends one in the middle', async () => {
  const first = await startWorker()
  await server.app.enqueue(indexJob, {})
  const before = await eventually('the first texts', written, 240_000)
  await killed(first)
  expect(before).toBeGreaterThan(0)
  const left = await written()
  expect(left).toBeLessThan(people)
  await startWorker()
  // As the clock does each minute.
  await server.app.enqueue(indexJob, {})
  await eventually('all texts', async () => (await written()) === people, 240_000)
  const { rows } = await sql`
    select from lead_search_pending where business_id = ${asha.businessId} limit 1`.execute(server.app.db)
  expect(rows).toEqual([])
  for (const n of [1, people / 2, people]) {
    const { body } = await server.call(leads.list, {
      token: asha.token,
      query: { search: `9198${String(n).padStart(8, '0')}`, limit: 10 } as never,
    })
    expect(body.leads.map(({ name }) => name)).toEqual([`Asha ${n}`])
  }
}, 600_000)
