import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiKeys } from '#contract/api/keys.ts'
import { leads } from '#contract/leads.ts'
import { messages } from '#contract/messages.ts'
import { connectSeededAccount } from '#test/connected.ts'
import { eventually, openTestServer, type Person, type TestServer } from '#test/server.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

let server: TestServer
let person: Person
let folder: string
beforeAll(async () => {
  server = await openTestServer({ jobs: true, docs: true })
  person = await server.signUp()
  await connectSeededAccount(server, person)
  folder = await mkdtemp(join(tmpdir(), 'tidings-client-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** The code block of `docs/api/README.md` in this language that contains this word. */
async function block(language: string, word: string): Promise<string> {
  const text = await readFile(join(root, 'docs/api/README.md'), 'utf8')
  const found = [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].find(
    ([, kind, content]) => kind === language && content?.includes(word),
  )
  return found?.[2] ?? ''
}

it('is generated from the served document, has no wrong type, and works as docs/api says', async () => {
  const generate = (await block('sh', 'npx oazapfts')).split('\n').find((line) => line.startsWith('npx'))
  const [, name = '', address = '', file = ''] = generate?.split(' ') ?? []
  const from = address.replace('https://tidings.example.com', server.url)
  await run(join(root, 'node_modules/.bin', name), [from, file], { cwd: folder })
  const program = (await block('ts', './tidings.ts')).replace(
    "template_name: 'order_ready', parameters: ['Asha']",
    "template_name: 'hello_world'",
  )
  await writeFile(join(folder, 'program.ts'), program)
  const checks = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--allowImportingTsExtensions']
  const forNode = ['--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom', '--types', 'node']
  await run(join(root, 'node_modules/.bin/tsc'), [...checks, ...forNode, 'program.ts'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => expect.unreachable(error.stdout))

  await server.call(leads.upload, {
    token: person.token,
    body: { leads: [{ name: 'Meera', phone: '+919822300001', source: 'shop' }] },
  })
  const keyWith = async (scopes: ('leads:read' | 'messages:write')[]): Promise<string> => {
    const body = { name: 'Shop', scopes, expires_in_days: 90, current_password: 'correct horse' }
    return (await server.call(apiKeys.create, { token: person.token, body })).body.secret
  }
  const runWith = (key: string) =>
    run(process.execPath, ['program.ts'], {
      cwd: folder,
      env: { ...process.env, TIDINGS: server.url, KEY: key },
    })
  const key = await keyWith(['leads:read', 'messages:write'])
  const [once, again] = [await runWith(key), await runWith(key)]
  expect(once.stdout).toMatch(/^\d+ Meera\n\d+ (queued|sending|sent|delivered|read)\n$/)
  expect(again.stdout).toBe(once.stdout)
  const sent = await eventually('the message', async () => {
    const { logs } = (await server.call(messages.logs, { token: person.token })).body
    return logs.some(({ status }) => ['sent', 'delivered', 'read'].includes(status)) && logs
  })
  expect(sent).toHaveLength(1)

  const reader = await runWith(await keyWith(['leads:read']))
  expect(reader.stderr).toContain('forbidden This API key lacks the permission messages:write.')
  await expect(runWith('tidings_wrong')).rejects.toThrow('unauthenticated: ')
})
