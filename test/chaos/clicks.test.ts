import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
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
const answersBeforeKill = 3_000
/** Begun, however long the answers take. */
const clicksPerSecond = 2_000
const connections = 512

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

type Clicked = {
  /** Messages whose click was answered 302. */
  answered: number[]
  /** Messages whose click was under way when the process died. */
  cutOff: number[]
  /** Clicks that were begun before the kill, and in how long. */
  begun: number
  ms: number
}

/** Clicks at the rate until the process is killed, after so many answers; each begins when it is due, whatever waits. */
async function clickUntilKilled({ child, url }: Awaited<ReturnType<typeof start>>): Promise<Clicked> {
  const pool = new Pool(url, { connections })
  const answered: number[] = []
  const cutOff: number[] = []
  const failures: unknown[] = []
  const clicks: Promise<unknown>[] = []
  const startedAt = performance.now()
  let killedAt: number | undefined
  const click = async (messageId: number): Promise<void> => {
    const code = codes.write({ businessId, contentId, messageId, link: 0 })
    const answer = await pool
      .request({ method: 'GET', path: `/marketing/l/${code}`, headers: { 'user-agent': browser } })
      .catch((error: unknown) => {
        if (killedAt === undefined) throw error
      })
    if (!answer) {
      cutOff.push(messageId)
      return
    }
    expect([answer.statusCode, answer.headers.location]).toEqual([302, target])
    answered.push(messageId)
    if (answered.length === answersBeforeKill) {
      killedAt = performance.now()
      child.kill('SIGKILL')
    }
    await answer.body.dump().catch(() => undefined)
  }
  try {
    while (killedAt === undefined && failures.length === 0) {
      const due = Math.floor(((performance.now() - startedAt) * clicksPerSecond) / 1000)
      while (clicks.length < due) clicks.push(click(++messages).catch((error) => failures.push(error)))
      await pause(1)
    }
    await Promise.all(clicks)
  } finally {
    child.kill('SIGKILL')
    await pool.destroy()
  }
  if (failures.length > 0) throw failures[0]
  return { answered, cutOff, begun: clicks.length, ms: killedAt! - startedAt }
}

it('counts each click that was answered before the process was killed, and none twice', async () => {
  const turns: Clicked[] = []
  for (let kill = 0; kill < kills; kill++) turns.push(await clickUntilKilled(await start()))
  const answered = turns.flatMap((turn) => turn.answered)
  expect(answered.length).toBeGreaterThanOrEqual(kills * answersBeforeKill)
  const [begun, ms] = [
    turns.reduce((sum, turn) => sum + turn.begun, 0),
    turns.reduce((sum, turn) => sum + turn.ms, 0),
  ]
  // A machine that begins fewer tries something else.
  expect((begun * 1000) / ms).toBeGreaterThan(clicksPerSecond * 0.9)
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
  const open = new Set([...answered, ...turns.flatMap((turn) => turn.cutOff)])
  expect([...stored].filter((id) => !open.has(id))).toEqual([])
}, 180_000)
