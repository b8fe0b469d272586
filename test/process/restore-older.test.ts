import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeBackup } from '#server/backup.ts'
import { type Config, readConfig } from '#server/config.ts'
import { rolesOf } from '#server/platform/embedded/roles.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { prepareDatabase, prepareEmbedded, prepareQueue } from '#server/prepare-database.ts'
import { restoreBackup } from '#server/restore.ts'

/** A backup that the version before made, restored by this one. */
const log = createLog('fatal')
let folder: string
let path: string
const configOf = (name: string, more = {}): Config => readConfig({ DATA_DIR: join(folder, name), ...more })
const start = ({ dataDir }: Config) => startEmbeddedPostgres(join(dataDir, 'postgres'), { throwaway: true })

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-older-'))
  const names = (await readdir(join(import.meta.dirname, '../../src/server/migrations')))
    .filter((name) => /^\d{4}-/.test(name))
    .map((name) => name.replace('.ts', ''))
    .sort()
  const server = await start(configOf('before'))
  const roles = rolesOf(server)
  await roles.make()
  await prepareDatabase(roles.ownerUrl, log, names.slice(0, -3))
  await prepareQueue(roles.ownerUrl, log)
  await ask(
    roles.ownerUrl,
    `insert into businesses (name, country, timezone) values ('Asha Sweets', 'IN', 'Asia/Kolkata')`,
  )
  await server.stop()
  path = join(folder, 'before.tar.zst')
  await makeBackup(configOf('before'), path, undefined)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('comes back onto an install that was started and has no business yet', async () => {
  const onto = configOf('started')
  const first = await start(onto)
  await prepareEmbedded(first, log)
  await first.stop()
  const restored = await restoreBackup(onto, path, { key: undefined, replace: false, log })
  expect(restored.movedTo).toBeUndefined()
  const server = await start(onto)
  const product = await prepareEmbedded(server, log)
  expect(await ask(product, 'select name from businesses')).toEqual([{ name: 'Asha Sweets' }])
  await server.stop()
})

it('says what to do where a server of one’s own was started', async () => {
  const server = await start(configOf('own'))
  const url = server.url('postgres')
  await prepareDatabase(url, log)
  await prepareQueue(url, log)
  const onto = configOf('beside', { DATABASE_URL: url })
  await expect(restoreBackup(onto, path, { key: undefined, replace: false, log })).rejects.toThrow(
    /was started on this database. Make a new database/,
  )
  await server.stop()
})
