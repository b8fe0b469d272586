import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { optins } from '#contract/growth/optins.ts'
import { linkCodes } from '#server/features/messages/model/link-code.ts'
import { freePort } from '#server/platform/embedded-postgres.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { cloneDatabase } from '../server.ts'

/** What the public meets goes on while no worker runs: forms, widget and links need the database alone. */
const encryptionKey = randomBytes(32)
const target = 'https://shop.example/sale'
const shop = 'https://shop.example'
const phoneBrowser =
  'Mozilla/5.0 (Linux; Android 14; SM-A146B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36'
let folder: string
let database: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client
let child: ChildProcess
let origin: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tidings-web-'))
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
    env: {
      ...process.env,
      ROLE: 'web',
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      DATA_DIR: folder,
      DATABASE_URL: database.databaseUrl,
      ENCRYPTION_KEY: encryptionKey.toString('hex'),
      JWT_SECRET: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended (${code}): ${said}`)))
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        said += chunk
        if (said.includes('is ready')) resolve()
      })
  })
})
afterAll(async () => {
  child.removeAllListeners('exit')
  if (child.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  await client.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function call(method: string, path: string, body: object, token = '') {
  const answer = await fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  expect([path, answer.status]).toEqual([path, 200])
  return (await answer.json()) as { token: string; form: { id: number; url: string } }
}
const post = (path: string, fields: Record<string, string>) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { origin: shop, 'user-agent': phoneBrowser },
    body: new URLSearchParams({ consent: 'yes', ...fields }),
  })
const rowsOf = async (statement: string, values: unknown[] = []) =>
  (await client.query(statement, values)).rows

it('answers forms, widgets and links without a worker, and keeps what people say', async () => {
  const person = { name: 'Asha', email: 'asha@example.com', password: 'correct horse' }
  const place = { country: 'IN', timezone: 'Asia/Kolkata' }
  const { token } = await call('POST', accounts.signup.path, { ...person, ...place })
  const texts = [{ language: 'en', heading: 'News', text: '', consent: 'I agree', button: 'Join' }]
  const values = { name: 'Counter', sites: [shop], content: { ask_name: true, texts } }
  const { form } = await call('POST', optins.create.path, values, token)
  await call('POST', optins.open.path.replace('{id}', String(form.id)), { is_open: true }, token)
  const path = new URL(form.url).pathname

  const page = await fetch(origin + path, { headers: { 'user-agent': phoneBrowser } })
  expect(page.status).toBe(200)
  const [, mark = ''] = /name="page" value="([^"]+)"/.exec(await page.text()) ?? []
  const words = await fetch(`${origin}${path}/widget`, { headers: { origin: shop } })
  const { page: widgetMark } = ((await words.json()) as { words: { page: string } }).words
  // Answers that come sooner are asked for once more.
  await new Promise((resolve) => setTimeout(resolve, 1600))
  expect((await post(path, { page: mark, phone: '+919822300001' })).status).toBe(200)
  const answered = await post(`${path}/widget`, { page: widgetMark, phone: '+919822300002' })
  expect(await answered.json()).toMatchObject({ answer: { outcome: 'thanks' } })
  expect(
    await rowsOf(`select l.phone, l.consent, p.way from optin_proofs p
      join leads l on l.business_id = p.business_id and l.id = p.lead_id order by l.phone`),
  ).toEqual([
    { phone: '+919822300001', consent: 'opted_in', way: 'link' },
    { phone: '+919822300002', consent: 'opted_in', way: 'widget' },
  ])

  const [{ business_id }] = await rowsOf('select business_id from optin_forms')
  const [content] = await rowsOf(
    `insert into message_contents (business_id, template_name, language, category, components, fixed)
     values ($1, 'sale', 'en_US', 'MARKETING', '[]', $2) returning id`,
    [business_id, JSON.stringify({ links: [{ button: 0, target }] })],
  )
  const codes = linkCodes({ secrets: createSecrets(encryptionKey) })
  const link = { businessId: Number(business_id), contentId: Number(content.id), messageId: 1, link: 0 }
  const click = await fetch(`${origin}/marketing/l/${codes.write(link)}`, {
    redirect: 'manual',
    headers: { 'user-agent': phoneBrowser },
  })
  expect([click.status, click.headers.get('location')]).toEqual([302, target])
  expect(await rowsOf('select kind from link_clicks')).toEqual([{ kind: 'person' }])
})
