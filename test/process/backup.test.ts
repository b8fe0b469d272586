import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { checkBackup, makeBackup, textOf } from '#server/backup.ts'
import { readConfig } from '#server/config.ts'
import {
  newPhone,
  openShop,
  planCampaign,
  untilOutcomes,
} from '#server/features/messages/messages.fixture.ts'
import { holdDispatch, releaseDispatch } from '#server/features/messages/messages.ts'
import { enterCampaignRow } from '#server/features/recovery/recovery.fixture.ts'
import { storeWeeksAgo } from '#server/features/webhooks/weeks/weeks.fixture.ts'
import { listWeeks } from '#server/features/webhooks/weeks/weeks.ts'
import { readArchive, writeArchive } from '#server/platform/backup/archive.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { Kept } from '#server/platform/keys/key-file.ts'
import { createLog } from '#server/platform/log.ts'
import { restoreBackup } from '#server/restore.ts'
import { eventually, openTestServer, type TestServer } from '../server.ts'

/** A backup made beside running processes, brought back on an empty machine. */
let folder: string
let server: TestServer
const closing: (() => Promise<unknown>)[] = []
const log = createLog('fatal')
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-backup-'))
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await rm(folder, { recursive: true, force: true })
})

const taken = (phone: string): number =>
  [...server.sandbox.world.ledger.rows()].filter(({ to }) => `+${to}` === phone).length

const secretsOf = async (dataDir: string) =>
  Kept.parse(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')))

it('brings everything back on an empty machine, which goes on and sends nothing a second time', async () => {
  const dataDir = join(folder, 'data')
  const keys = readConfig({ DATA_DIR: dataDir })
  server = await openTestServer({ keys, dataDir, log: 'fatal', jobs: true })
  closing.push(() => server.close())
  server.sandbox.settings({ statuses: false })
  // Tables of weeks that a new install does not make, and one in the place of several that it makes.
  for (const { name } of await listWeeks(server.app))
    await sql`drop table ${sql.table(name)}`.execute(server.app.db)
  const [old] = await storeWeeksAgo(server.app, 40, [{ body: 'forty weeks ago' }])
  await storeWeeksAgo(server.app, 2, [{ body: 'two weeks ago' }])
  const weeks = await listWeeks(server.app)
  const shop = await openShop(server)
  const picture = join(await server.app.media.incoming(), 'picture')
  await writeFile(picture, 'a picture')
  await server.app.media.put(`${shop.businessId}/ab/picture`, picture, 'image/png')
  const phones = [newPhone(), newPhone()]
  const campaign = await server.app.transaction(async (app) => {
    const planned = await planCampaign({ ...server, app }, shop, phones)
    await holdDispatch(app, shop.businessId, planned, { code: 'paused', reason: 'For the test.' })
    return planned
  })
  await enterCampaignRow(server, shop, campaign)

  // In the copy nothing of the campaign has left.
  const identity = await generateIdentity()
  const path = join(folder, 'shop.age')
  const source = readConfig({ DATA_DIR: dataDir, DATABASE_URL: server.databaseUrl })
  const made = await makeBackup(source, path, { recipient: await identityToRecipient(identity) })
  await server.app.transaction((tx) => releaseDispatch(tx, shop.businessId, campaign))
  await untilOutcomes(server, shop, campaign, { sent: 2 })
  expect(made).toMatchObject({ files: expect.any(Number) })
  expect((await readFile(path)).includes('weekend_offer')).toBe(false)
  expect(await checkBackup(path, { identity })).toMatchObject({ files: made.files })

  const onto = readConfig({ DATA_DIR: join(folder, 'new') })
  const restore = (from: string, key?: { identity: string }) =>
    restoreBackup(onto, from, { key, replace: false, log })
  await expect(restore(path)).rejects.toThrow(/is encrypted. Give its key/)
  await expect(restore(path, { identity: await generateIdentity() })).rejects.toThrow(/does not open/)
  const half = join(folder, 'half.age')
  await copyFile(path, half)
  await truncate(half, Math.floor((await readFile(path)).length / 2))
  await expect(restore(half, { identity })).rejects.toThrow(/is damaged/)
  const restored = await restore(path, { identity })
  expect(restored).toMatchObject({ rows: made.rows, files: made.files })
  await expect(restore(path, { identity })).rejects.toThrow(/There is an install in/)
  // The keys were changed since, and the journal here was written with the new ones.
  const brought = await secretsOf(onto.dataDir)
  const changed = { ...brought, encryptionKey: 'ab'.repeat(32), jwtSecret: 'cd'.repeat(32) }
  await writeFile(onto.secretsFile, JSON.stringify(changed))
  await mkdir(join(onto.dataDir, 'journal'))
  // A backup that cannot be read takes nothing away.
  const there = await readdir(onto.dataDir)
  const endless = join(folder, 'endless.tar.zst')
  const archive = await writeArchive(endless, undefined)
  for await (const { name, content } of readArchive(path, { identity }))
    if (name !== 'end.json') await archive.add(name, Buffer.from(await textOf(content)))
    else await textOf(content)
  await archive.close()
  const replace = (from: string) => restoreBackup(onto, from, { key: { identity }, replace: true, log })
  for (const from of [join(folder, 'mistyped.age'), half, endless])
    await expect(replace(from)).rejects.toThrow()
  expect(await readdir(onto.dataDir)).toEqual(there)
  expect(await secretsOf(onto.dataDir)).toEqual(changed)
  const { movedTo } = await replace(path)
  expect(await secretsOf(movedTo!)).toEqual(changed)
  expect(await secretsOf(onto.dataDir)).toEqual({
    ...changed,
    previousEncryptionKeys: [brought.encryptionKey],
    previousJwtSecrets: [brought.jwtSecret],
  })

  const postgres = await startEmbeddedPostgres(join(folder, 'new', 'postgres'))
  closing.push(postgres.stop)
  const { sandbox } = server
  const after = await openTestServer({
    beside: { databaseUrl: postgres.url('postgres'), sandbox },
    keys: readConfig({ DATA_DIR: join(folder, 'new') }),
    dataDir: join(folder, 'new'),
    log: 'fatal',
    jobs: true,
  })
  closing.push(() => after.close())
  await eventually('the end of the check', async () => {
    await sql`update database_guard set checking_at = checking_at - interval '1 minute' where state = 'checking'`.execute(
      after.app.db,
    )
    const { rows } = await sql<{ state: string }>`select state from database_guard where epoch > 1`.execute(
      after.app.db,
    )
    return rows[0]?.state === 'steady'
  })
  const { body, status } = await after.call(dashboard.stats, { token: shop.token })
  expect(status).toBe(200)
  expect(body.your_turn.find(({ id }) => id === 'recovery')?.sentence).toMatch(
    /The record of what was sent after/,
  )
  expect(
    await after.app.db.selectFrom('campaigns').select(['status', 'status_code']).executeTakeFirst(),
  ).toEqual({ status: 'Paused', status_code: 'database_went_back' })
  expect(await listWeeks(after.app)).toEqual(weeks)
  const webhook = after.app.db.selectFrom('webhook_events').select(sql`body::text`.as('body'))
  expect(await webhook.where('id', '=', old!).executeTakeFirst()).toEqual({
    body: `\\x${Buffer.from('forty weeks ago').toString('hex')}`,
  })
  const { rows: options } = await sql<{ options: string[] | null }>`
    select reloptions as options from pg_class where relispartition and relname ~ '^webhook_events_[0-9]+_[0-9]+_[0-9]+$'`.execute(
    after.app.db,
  )
  expect(options).toHaveLength(weeks.length)
  for (const each of options) expect(each.options).toContain('autovacuum_vacuum_scale_factor=0.02')
  const content = await after.app.media.open(`${shop.businessId}/ab/picture`, 0, 9)
  expect(Buffer.concat(await content.toArray()).toString()).toBe('a picture')
  // It goes on: the stored token opens with the key that came along.
  const other = newPhone()
  const next = await planCampaign(after, shop, [other])
  await untilOutcomes(after, shop, next, { sent: 1 })
  expect([...phones, other].map(taken)).toEqual([1, 1, 1])
})
