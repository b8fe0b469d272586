import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { type Composition, compose } from '#server/compose.ts'
import { authenticate, signUp } from '#server/features/accounts/accounts.ts'
import { createContent, planMessages, saveSendingSettings } from '#server/features/messages/messages.ts'
import { connectToken } from '#server/features/onboarding/onboarding.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { isDatabaseOutage, openDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { type Comparison, compareLedgers } from './ledgers.ts'
import { startTrials, type TrialChaos } from './trial-chaos.ts'
import { startWorkers, type Workers } from './workers.ts'

export type ChaosOptions = {
  messages: number
  workers: number
  /** How often a worker is killed, and how far apart in milliseconds. */
  kills: number
  killEveryMs: readonly [least: number, most: number]
  restartDatabase: boolean
  /** How often a worker is stopped, and for how long in milliseconds: others take its lanes, and then it goes on. */
  stalls?: number
  stallMs?: number
  /** Give up after this. */
  withinMs: number
  say?: (line: string) => void
}

export type ChaosReport = Comparison &
  Awaited<ReturnType<TrialChaos['report']>> & {
    seconds: number
    kills: number
    stalls: number
    databaseRestarts: number
    /** For each number: its limit, and the most the sandbox took from it in any second. */
    rates: { limit: number; highest: number }[]
  }

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A campaign from two numbers while workers are killed, the database restarts, and the provider behaves as it does
 * on a bad day. Then the sandbox's ledger is compared with the outbox, person by person.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const say = options.say ?? (() => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'tidings-chaos-'))
  const log = createLog('fatal')
  // With full durability: what is committed before a kill must be there after it.
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'), { watch: log })
  const databaseUrl = postgres.url('postgres')
  const migrating = openDatabase<unknown>(databaseUrl, log, { connections: 1 })
  await migrate(migrating.db).finally(migrating.close)
  const verifyToken = randomBytes(8).toString('hex')
  const sandbox = await startSandbox({ port: 0, verifyToken })
  const secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    encryptionKey: randomBytes(32).toString('hex'),
  }
  const web = await openWeb(databaseUrl, sandbox, { ...secrets, verifyToken, folder })
  let workers: Workers | undefined
  try {
    const { businessId, numbers, token } = await connect(web.app, sandbox)
    const trials = await startTrials(web, sandbox, { businessId, token })
    haveABadDay(sandbox)
    workers = await startWorkers(options.workers, {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      JWT_SECRET: secrets.jwtSecret,
      ENCRYPTION_KEY: secrets.encryptionKey,
      META_GRAPH_URL: sandbox.url,
      META_GRAPH_VERSION: 'v23.0',
      META_APP_ID: sandboxSeed.app.id,
      META_APP_SECRET: sandboxSeed.app.secret,
      META_VERIFY_TOKEN: verifyToken,
      LOG_LEVEL: 'fatal',
    })
    say(`${options.workers} workers are ready`)
    const start = performance.now()
    const people = [...(await plan(web.app, businessId, numbers, options.messages)), ...trials.people]
    const [databaseRestarts] = await Promise.all([
      disturb(options, web.app, workers, join(folder, 'postgres'), say),
      stall(options, workers, say),
    ])
    await trials.decide(workers)
    say('the A/B test is decided')
    await untilDone(options, start, web.app, sandbox, say)
    const comparison = await compareLedgers(web.app, sandbox, people)
    return {
      ...comparison,
      ...(await trials.report()),
      seconds: (performance.now() - start) / 1000,
      kills: workers.killed(),
      stalls: workers.stalled(),
      databaseRestarts,
      rates: numbers.map((id) => {
        const { limit, highest } = sandbox.rates(id)
        return { limit, highest }
      }),
    }
  } finally {
    await workers?.stop()
    await web.close()
    await sandbox.close()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Shares that a provider has on a bad day. Refusals and failures of all kinds, answers late or never, statuses in any order. */
function haveABadDay(sandbox: Sandbox): void {
  sandbox.settings({
    delays: { sent: [20, 200], delivered: [50, 500], read: [100, 900], answer: [5, 60] },
    throughputTolerance: 0.05,
    keepContent: true,
  })
  sandbox.faults({
    refuse: {
      130429: 0.01,
      131056: 0.01,
      131016: 0.01,
      131000: 0.005,
      131026: 0.01,
      131048: 0.0005,
      500: 0.003,
      503: 0.003,
    },
    refuseAfter: { 131016: 0.003, 131000: 0.003 },
    fail: { 131026: 0.02, 131049: 0.02, 131000: 0.005, 131056: 0.005 },
    slow: { share: 0.01, ms: [500, 3000] },
    cutAfter: 0.01,
    cutBefore: 0.005,
    statuses: { doubled: 0.1, shuffled: 0.2, late: { share: 0.05, ms: [500, 4000] }, early: 0.05, lost: 0 },
  })
}

async function disturb(
  options: ChaosOptions,
  app: App,
  workers: Workers,
  postgresFolder: string,
  say: (line: string) => void,
): Promise<number> {
  const [least, most] = options.killEveryMs
  let restarts = 0
  for (let kill = 0; kill < options.kills; kill++) {
    await wait(least + Math.random() * (most - least))
    workers.killOne()
    say(`killed a worker (${workers.killed()})`)
    await passTime(app)
    if (options.restartDatabase && kill === Math.floor(options.kills / 2)) {
      const pid = Number((await readFile(join(postgresFolder, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGINT')
      restarts++
      say('the database restarts')
    }
  }
  return restarts
}

/** One after the other, so that others are awake to take over; a second apart. */
async function stall(
  { stalls = 0, stallMs = 60_000 }: ChaosOptions,
  workers: Workers,
  say: (line: string) => void,
): Promise<void> {
  for (let nr = 0; nr < stalls; nr++) {
    await wait(1000)
    say(`a worker stands still for ${stallMs} ms`)
    await workers.stallOne(stallMs)
    say('it goes on')
  }
}

/** What would be hours of waiting passes at once: second tries are due, and a number held back for a day is free. */
async function passTime(app: App): Promise<void> {
  try {
    await sql`update messages set due_at = now() where status = 'queued' and due_at > now() + interval '3 seconds'`.execute(
      app.db,
    )
    await sql`update lanes set paused_until = now() + interval '1 second' where paused_until > now() + interval '5 seconds'`.execute(
      app.db,
    )
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
  }
}

export async function untilDone(
  options: { withinMs: number },
  start: number,
  app: App,
  sandbox: Sandbox,
  say: (line: string) => void,
): Promise<void> {
  for (;;) {
    await wait(500)
    await passTime(app)
    const open = await countOpen(app)
    if (open === 0) {
      await sandbox.settled()
      if ((await countOpen(app)) === 0) return
    }
    if (performance.now() - start > options.withinMs)
      throw new Error(`${open} messages have no end after ${options.withinMs} ms`)
    if (open !== undefined) say(`${open} messages have no end yet`)
  }
}

/** Messages that will still move by themselves, and webhooks that wait; undefined while the database is away. */
async function countOpen(app: App): Promise<number | undefined> {
  try {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from messages where status in ('queued', 'sending')
          or (status = 'unknown' and reason not in ('ask_owner', 'no_reports')))
        + (select count(*) from webhook_queue)
        + (select count(*) from dispatches where drained_at is null) as open`.execute(app.db)
    return Number(rows[0]!.open)
  } catch (error) {
    if (!isDatabaseOutage(error)) throw error
    return undefined
  }
}

export async function connect(
  app: App,
  sandbox: Sandbox,
): Promise<{ businessId: number; token: string; numbers: string[] }> {
  sandbox.number(sandboxSeed.secondPhone.id, {
    registered: true,
    status: 'CONNECTED',
    codeStatus: 'VERIFIED',
    nameStatus: 'APPROVED',
  })
  const { user, token } = await signUp(app, {
    name: 'Chaos',
    email: 'chaos@example.com',
    password: 'correct horse',
    country: 'IN',
    timezone: 'UTC',
  } as Parameters<typeof signUp>[1])
  const { business_id } = await app.db
    .selectFrom('users')
    .select('business_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  await connectToken(app, business_id, {
    token: sandboxSeed.systemUserToken,
    waba_id: sandboxSeed.waba.id,
    phone_number_id: sandboxSeed.phone.id,
  })
  // In the proportion of the usual ones: with less time, reports that a kill holds up come too late to show anything.
  await saveSendingSettings(app, business_id, { settlingSeconds: 30, reconcileSeconds: 6 })
  return { businessId: business_id, token, numbers: [sandboxSeed.phone.id, sandboxSeed.secondPhone.id] }
}

/** One campaign per number, without common people, so that each person's messages can be counted. */
export async function plan(
  app: App,
  businessId: number,
  numbers: readonly string[],
  messages: number,
): Promise<string[]> {
  const people: string[] = []
  const each = Math.ceil(messages / numbers.length)
  for (const [index, phoneNumberId] of numbers.entries()) {
    const own = Array.from({ length: each }, (_, n) => `+919${index}${String(n).padStart(6, '0')}144`)
    people.push(...own)
    await app.transaction(async (tx) => {
      const contentId = await createContent(tx, businessId, {
        template_id: null,
        provider_template_id: null,
        template_name: 'weekend_offer',
        language: 'en_US',
        category: 'MARKETING',
        parameter_format: 'POSITIONAL',
        components: [
          {
            type: 'BODY',
            text: 'Hello {{1}}, everything in our shop is 20 percent off until Sunday evening.',
          },
        ],
        variables: [{ name: '1', where: 'body' }],
      })
      await planMessages(tx, {
        businessId,
        // No campaign has these ids.
        campaignId: 1_000_001 + index,
        contentId,
        phoneNumberId,
        recipients: sql`(select null::bigint as lead_id, p as recipient_phone, array['Asha'] as variables,
          'queued' as status, null::text as reason from unnest(${own}::text[]) as p)`,
      })
    })
  }
  return people
}

type Web = { app: App; url: string; close: () => Promise<void> }

/** The web side of the product in this process: it takes the webhooks, and is not killed. */
export async function openWeb(
  databaseUrl: string,
  sandbox: Sandbox,
  install: { jwtSecret: string; encryptionKey: string; verifyToken: string; folder: string },
): Promise<Web> {
  const log = createLog('fatal')
  const { app, close }: Composition = await compose({
    databaseUrl,
    log,
    role: 'web',
    encryptionKey: Buffer.from(install.encryptionKey, 'hex'),
    graphUrl: sandbox.url,
    settings: {
      publicUrl: 'http://localhost:5002',
      dataDir: install.folder,
      jwtSecret: install.jwtSecret,
      practice: true,
      undoSeconds: 0,
      directories: { nominatimUrl: sandbox.url, overpassUrl: sandbox.url },
      meta: {
        appId: sandboxSeed.app.id,
        appSecret: sandboxSeed.app.secret,
        configId: sandboxSeed.app.configId,
        verifyToken: install.verifyToken,
        graphVersion: 'v23.0',
        dialogUrl: sandbox.url,
      },
    } as Parameters<typeof compose>[0]['settings'],
  })
  const http = await createHttp({
    log,
    authenticate: (request) => authenticate(app, request.headers.authorization),
    frameOrigins: [],
  })
  mountRoutes(http, app)
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  sandbox.callback(`${url}/marketing/api/webhooks/meta`, install.verifyToken)
  return {
    app,
    url,
    async close() {
      await http.close()
      await close()
    },
  }
}
