import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sequences } from '#contract/growth/sequences.ts'
import { contentWith, openShop, runningSequence, send } from '#server/features/sequences/sequences.fixture.ts'
import { openTestServer, type TestServer } from '../server.ts'

/** `npm run account`, on a terminal beside a running install. */
let server: TestServer
let folder: string
beforeAll(async () => {
  server = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), 'tidings-account-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const root = join(import.meta.dirname, '../..')
const run = (...given: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/account.ts'), ...given], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: server.databaseUrl, DATA_DIR: folder },
  })

it('pauses the sequences of a business that is to be deleted', async () => {
  // The first person is the operator, whose business stays.
  await server.signUp()
  const shop = await openShop(server)
  const id = await runningSequence(server, shop, contentWith([send(shop)]))
  await run('delete-business', shop.email)
  const { body } = await server.call(sequences.get, { token: shop.token, params: { id } })
  expect(body.sequence.state).toBe('paused')
})
