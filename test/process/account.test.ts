import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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
  // The first person is the operator, whose business stays.
  await server.signUp()
  folder = await mkdtemp(join(tmpdir(), 'tidings-account-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** A mail server that takes everything. */
async function openMailbox() {
  const received: string[] = []
  const mailServer = createServer((socket) => {
    let isText = false
    socket.write('220 here\r\n')
    createInterface(socket).on('line', (line) => {
      if (isText && line !== '.') return void received.push(line)
      isText = /^data/i.test(line)
      socket.write(isText ? '354 go on\r\n' : '250 taken\r\n')
    })
  })
  await once(mailServer.listen(0, '127.0.0.1'), 'listening')
  const { port } = mailServer.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, received, close: () => mailServer.close() }
}

const root = join(import.meta.dirname, '../..')
let mail: { SMTP_URL?: string } = {}
const run = (...given: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/account.ts'), ...given], {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: server.databaseUrl, DATA_DIR: folder, ...mail },
  })

it('pauses the sequences of a business that is to be deleted', async () => {
  const shop = await openShop(server)
  const id = await runningSequence(server, shop, contentWith([send(shop)]))
  await run('delete-business', shop.email)
  const { body } = await server.call(sequences.get, { token: shop.token, params: { id } })
  expect(body.sequence.state).toBe('paused')
})

it('mails the people of a business that is to be deleted', async () => {
  const person = await server.signUp()
  const mailbox = await openMailbox()
  mail = { SMTP_URL: mailbox.url }
  await run('delete-business', person.email)
  mailbox.close()
  expect(mailbox.received).toContain(`To: ${person.email}`)
})
