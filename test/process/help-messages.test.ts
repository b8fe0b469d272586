import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { help } from '#contract/help.ts'
import { openTestServer, type TestServer } from '../server.ts'

/** `npm run help-messages`, on a terminal beside a running install. */
let server: TestServer
let folder: string
beforeAll(async () => {
  server = await openTestServer()
  folder = await mkdtemp(join(tmpdir(), 'tidings-help-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const root = join(import.meta.dirname, '../..')
const run = (...given: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/help-messages.ts'), ...given], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: server.databaseUrl, DATA_DIR: folder },
  })

it('prints what people wrote, the new ones alone unless all are asked for, and marks nothing as read', async () => {
  expect((await run()).stdout).toBe('No new messages. See all with --all.\n')
  const ravi = await server.signUp('Ravi')
  const write = (message: string) =>
    server.call(help.send, { token: ravi.token, body: { email: 'ravi@example.com', message } })
  await write('How do I start?\nAnd where?')
  await write('Red \u001b[31mtext\u001b[0m')
  const { stdout } = await run()
  expect(stdout).toContain('Ravi <ravi@example.com>  new\n  How do I start?\n  And where?\n')
  // A terminal would act on it.
  expect(stdout).not.toContain('\u001b')
  expect((await run()).stdout).toBe(stdout)
  await server.app.db
    .updateTable('help_messages')
    .set({ read_at: new Date() } as never)
    .execute()
  expect((await run()).stdout).toBe('No new messages. See all with --all.\n')
  const all = (await run('--all')).stdout
  expect(all).toContain('How do I start?')
  expect(all).not.toContain('  new\n')
})

it('says what is wrong in one sentence', async () => {
  await expect(run('--al')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run help-messages -- --all'),
  })
})
