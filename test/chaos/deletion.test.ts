import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { planDeletion } from '#server/features/accounts/accounts.ts'
import { tendDeletions } from '#server/features/accounts/closing/run-deletion.ts'
import { pauseAll } from '#server/pause-all.ts'
import { backendOf } from '#test/cluster.ts'
import { type FakeS3, s3Keys, startFakeS3 } from '#test/files/fake-s3.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'
import { startWorkers, type Workers } from './workers.ts'

let server: TestServer
let s3: FakeS3
let folder: string
let workers: Workers | undefined
let leaving: Person
let staying: Person
beforeAll(async () => {
  server = await openTestServer()
  s3 = await startFakeS3('media')
  folder = await mkdtemp(join(tmpdir(), 'tidings-deletion-'))
  // The first person is the operator, whose business stays.
  staying = await server.signUp()
  leaving = await server.signUp()
})
afterAll(async () => {
  await workers?.stop()
  await s3.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const leads = 60_000
const addLeads = (businessId: number, count: number) =>
  sql`insert into leads (business_id, name, phone)
    select ${businessId}, 'Lead ' || n, '+9198' || lpad(n::text, 8, '0') from generate_series(1, ${count}) n`.execute(
    server.app.db,
  )
const leadsOf = async (businessId: number) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from leads where business_id = ${businessId}`.execute(server.app.db)
  return rows[0]?.n
}
const deletion = () =>
  server.app.db
    .selectFrom('business_deletions')
    .selectAll()
    .where('business_id', '=', leaving.businessId)
    .executeTakeFirstOrThrow()

it('a deletion whose process is killed goes on in the next one, and takes the files of a bucket with it', async () => {
  await addLeads(leaving.businessId, leads)
  await addLeads(staying.businessId, 100)
  const put = (key: string) =>
    s3.objects.set(`shop/${key}`, { content: Buffer.from(key), type: 'image/png', changedAt: new Date() })
  const [gone, kept] = [leaving.businessId, staying.businessId]
  for (const key of ['a', 'b', 'c', 'd/e']) put(`${gone}/${key}`)
  for (const key of [`chat/${gone}/f`, `chat/${gone}/g`]) put(key)
  for (const key of [`${gone}1/other`, `${kept}/own`, `chat/${kept}/own`]) put(key)

  await planDeletion(server.app, leaving, pauseAll)
  await sql`update business_deletions set due_at = now()`.execute(server.app.db)
  await tendDeletions(server.app, pauseAll)
  workers = await startWorkers(1, {
    DATABASE_URL: server.databaseUrl,
    ...backendOf(server.databaseUrl),
    DATA_DIR: folder,
    MEDIA_STORE: `s3://media/shop?endpoint=${s3.endpoint}`,
    AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
    META_GRAPH_URL: server.sandbox.url,
    META_APP_ID: '',
    META_APP_SECRET: '',
    LOG_LEVEL: 'fatal',
  })
  await eventually('a part of the rows', async () => {
    const left = await leadsOf(gone)
    return left !== undefined && left < leads
  })
  workers.killOne()
  expect(workers.killed()).toBe(1)
  const { finished_at, rows_deleted } = await deletion()
  expect([finished_at, await leadsOf(gone)]).toEqual([null, expect.any(Number)])
  expect(await leadsOf(gone)).toBeGreaterThan(0)

  await eventually('the end', async () => (await deletion()).finished_at !== null, 120_000)
  expect([await leadsOf(gone), await leadsOf(kept)]).toEqual([0, 100])
  // Each row was counted once, before the kill and after it.
  const counted = (await deletion()).rows_deleted
  expect(counted).toBeGreaterThan(rows_deleted)
  expect(counted).toBeGreaterThanOrEqual(leads)
  expect(counted).toBeLessThan(leads * 3)
  expect([...s3.objects.keys()].sort()).toEqual(
    ['.tidings-files', `${gone}1/other`, `${kept}/own`, `chat/${kept}/own`]
      .map((key) => `shop/${key}`)
      .sort(),
  )
})
