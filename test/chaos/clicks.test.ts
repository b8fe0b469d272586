import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { Pool } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkCodes } from '#server/features/messages/model/link-code.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { cloneDatabase, eventually } from '#test/server.ts'
import type { ClickServerOrder } from './click-server.ts'

const target = 'https://shop.example/sale'
const browser = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const kills = 3
/** Answers that a process gives before it is killed; more are under way at that moment. */
const answersBeforeKill = 1_500
const atOnce = 64

const encryptionKey = randomBytes(32)
const order = { encryptionKey: encryptionKey.toString('hex'), jwtSecret: randomBytes(32).toString('hex') }
const codes = linkCodes({ secrets: createSecrets(encryptionKey) })
let database: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client
let dataDir: string
let businessId: number
let contentId: number
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tidings-clicks-'))
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  const business = await client.query(
    `insert into businesses (name, country, timezone) values ('Clicks', 'IN', 'Asia/Kolkata') returning id`,
  )
  businessId = Number(business.rows[0].id)
  const content = await client.query(
    `insert into message_contents (business_id, template_name, language, category, components, fixed)
     values ($1, 'sale', 'en_US', 'MARKETING', '[]', $2) returning id`,
    [businessId, JSON.stringify({ links: [{ button: 0, target }] })],
  )
  contentId = Number(content.rows[0].id)
})
afterAll(async () => {
  await client.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

function start(): Promise<{ child: ChildProcess; url: string }> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./click-server.ts', import.meta.url))
    child.once('message', (url) => resolve({ child, url: String(url) }))
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    child.send({ ...order, databaseUrl: database.databaseUrl, dataDir } satisfies ClickServerOrder)
  })
}

/** Each click is of a message of its own, so that each answer can be found again. */
let messages = 0

/** Clicks until the process is killed, after so many answers. @returns the messages whose click was answered 302. */
async function clickUntilKilled({ child, url }: Awaited<ReturnType<typeof start>>): Promise<number[]> {
  const pool = new Pool(url, { connections: atOnce })
  const answered: number[] = []
  let killed = false
  const person = async (): Promise<void> => {
    while (!killed) {
      const messageId = ++messages
      const code = codes.write({ businessId, contentId, messageId, link: 0 })
      try {
        const answer = await pool.request({
          method: 'GET',
          path: `/marketing/l/${code}`,
          headers: { 'user-agent': browser },
        })
        await answer.body.dump()
        expect([answer.statusCode, answer.headers.location]).toEqual([302, target])
      } catch (error) {
        // Cut off by the kill: that person got no answer.
        if (killed) return
        throw error
      }
      answered.push(messageId)
      if (answered.length === answersBeforeKill) {
        killed = true
        child.kill('SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, person))
  await pool.destroy()
  return answered
}

it('counts each click that was answered before the process was killed, and none twice', async () => {
  const answered: number[] = []
  for (let kill = 0; kill < kills; kill++) answered.push(...(await clickUntilKilled(await start())))
  expect(answered.length).toBeGreaterThanOrEqual(kills * answersBeforeKill)
  // Without a click of its own: it stores what the killed ones kept in files.
  const { child } = await start()
  await eventually(
    'no click is left in a file',
    async () => (await readdir(join(dataDir, 'clicks'))).length === 0,
  )
  child.kill('SIGKILL')
  const { rows } = await client.query<{ message_id: string; times: number }>(
    `select message_id, count(*)::int as times from link_clicks where business_id = $1 group by 1`,
    [businessId],
  )
  const stored = new Set(rows.map(({ message_id }) => Number(message_id)))
  expect(answered.filter((id) => !stored.has(id))).toEqual([])
  expect(rows.filter(({ times }) => times > 1)).toEqual([])
  // What was stored and not answered was under way when the process died.
  expect(stored.size - answered.length).toBeLessThanOrEqual(kills * atOnce)
}, 180_000)
