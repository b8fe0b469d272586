import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { type Composition, compose } from '#server/compose.ts'
import { signUp } from '#server/features/accounts/accounts.ts'
import { createContent, planMessages } from '#server/features/messages/messages.ts'
import { connectToken } from '#server/features/onboarding/onboarding.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { freePort, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { type CpuSeconds, cpuSeconds } from './cpu.ts'
import { fillLeads } from './leads/people.ts'

/**
 * What every measurement runs in: PostgreSQL with full durability, the sandbox as a process of its own, and the
 * product in this process. All of them share the machine.
 */
export type Bench = {
  app: App
  databaseUrl: string
  /** What another process of the product needs to join in. */
  secrets: { jwtSecret: string; encryptionKey: string; graphUrl: string }
  businessId: number
  contentId: number
  phoneNumberId: string
  /** Turns a control of the sandbox. */
  sandbox: <T = unknown>(method: 'GET' | 'POST', path: string, body?: object) => Promise<T>
  sandboxUrl: string
  /** What each of those who share the machine has used of its processors so far. */
  cpuSeconds: () => Promise<CpuSeconds>
  /** Starts the lanes of this process. */
  work: () => Promise<void>
  /** Makes up leads enough for a campaign of so many people. */
  fill: (people: number) => Promise<void>
  /** Plans a marketing campaign of the first so many leads who may get it; answers its id. */
  plan: (people: number) => Promise<number>
  /** Resolves when no message of a campaign is queued or sending; the seconds since `start`. */
  drained: (campaignId: number) => Promise<number>
  close: () => Promise<void>
}

/** What the sandbox's controls ask for. */
const sandboxSecret = 'of the benches'
const ownerEmail = 'bench@example.com'

const quiet = { sent: 0, delivered: 0, read: 0, review: 0, reply: 0, account: 0, answer: 0 }

/** @param options.folder where the data stay, for another run on them; without one they are deleted at the end. */
export async function openBench(
  options: { throughput?: number | null; folder?: string | undefined } = {},
): Promise<Bench> {
  if (options.folder) await mkdir(options.folder, { recursive: true })
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'tidings-bench-')))
  const log = createLog('error')
  const postgres = await startEmbeddedPostgres(join(folder, 'postgres'))
  const databaseUrl = postgres.url('postgres')
  const migrating = openDatabase<unknown>(databaseUrl, log, { connections: 1 })
  await migrate(migrating.db).finally(migrating.close)
  const { url: sandboxUrl, process: sandboxProcess } = await startSandboxProcess()
  const sandbox: Bench['sandbox'] = async (method, path, body) => {
    const answer = await fetch(`${sandboxUrl}/sandbox/${path}`, {
      method,
      headers: { 'x-sandbox-secret': sandboxSecret, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
  const throughput = options.throughput === undefined ? null : options.throughput
  await sandbox('POST', 'settings', {
    statuses: false,
    throughput: throughput ?? 'unlimited',
    pairRate: false,
    tiers: false,
    delays: quiet,
    ledgerRows: 2_000_000,
    keepContent: false,
  })
  const secrets = { ...(await keptSecrets(folder)), graphUrl: sandboxUrl }
  // A folder of its own: what the product keeps beside one database says nothing of another.
  const dataDir = join(folder, 'data')
  await mkdir(dataDir, { recursive: true })
  const bench = await composeWith(databaseUrl, secrets, 'all', dataDir)
  const { app } = bench
  const phoneNumberId = sandboxSeed.phone.id
  const { businessId, contentId } = (await findOwner(app)) ?? (await setUp(app, throughput))
  const fill: Bench['fill'] = (people) => fillLeads(app, businessId, Math.ceil(people / 0.99))
  let campaign = 0
  return {
    app,
    databaseUrl,
    secrets,
    businessId,
    contentId,
    phoneNumberId,
    sandbox,
    sandboxUrl,
    cpuSeconds: () => cpuSeconds(app.db, sandboxProcess.pid),
    work: bench.work,
    fill,
    async plan(people) {
      campaign++
      await fill(people)
      await app.transaction(async (tx) => {
        await sql`set local statement_timeout = '15min'`.execute(tx.db)
        await planMessages(tx, {
          businessId,
          campaignId: campaign,
          contentId,
          phoneNumberId,
          recipients: sql`(
            select id as lead_id, phone as recipient_phone,
              array[split_part(name, ' ', 1), attributes ->> 'Order', attributes ->> 'Order'] as variables,
              'queued' as status, null::text as reason
            from leads where business_id = ${businessId} and consent = 'opted_in' order by id limit ${people})`,
        })
      })
      return campaign
    },
    async drained(campaignId) {
      const start = performance.now()
      for (;;) {
        const row = await app.db
          .selectFrom('dispatches')
          .select('drained_at')
          .where('campaign_id', '=', campaignId)
          .executeTakeFirst()
        if (row?.drained_at) return (performance.now() - start) / 1000
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async close() {
      await bench.close()
      await stopProcess(sandboxProcess)
      await postgres.stop()
      if (!options.folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

type Owner = { businessId: number; contentId: number }

/** The business of a run before, in a folder that was kept. */
async function findOwner(app: App): Promise<Owner | undefined> {
  return await app.db
    .selectFrom('users as u')
    .innerJoin('message_contents as c', 'c.business_id', 'u.business_id')
    .select(['u.business_id as businessId', 'c.id as contentId'])
    .where('u.email', '=', ownerEmail)
    .orderBy('c.id')
    .executeTakeFirst()
}

async function setUp(app: App, throughput: number | null): Promise<Owner> {
  const { user } = await signUp(app, {
    name: 'Bench',
    email: ownerEmail,
    password: 'correct horse',
    country: 'IN',
    timezone: 'UTC',
  } as Parameters<typeof signUp>[1])
  const { business_id: businessId } = await app.db
    .selectFrom('users')
    .select('business_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  await connectToken(app, businessId, { token: sandboxSeed.systemUserToken })
  await sql`update phone_numbers set throughput_per_second = ${throughput}, messaging_limit = null`.execute(
    app.db,
  )
  // The provider never says "no limit": a check of the account would bring its own figures back.
  await sql`create function as_it_is() returns trigger language plpgsql as $$ begin
    new.throughput_per_second = old.throughput_per_second; new.messaging_limit = old.messaging_limit; return new;
  end $$`.execute(app.db)
  await sql`create trigger as_it_is before update on phone_numbers for each row execute function as_it_is()`.execute(
    app.db,
  )
  const contentId = await createContent(app, businessId, {
    template_id: null,
    provider_template_id: null,
    template_name: 'order_shipped',
    language: 'en_US',
    // Of marketing each person is looked up before it leaves: they may have opted out meanwhile.
    category: 'MARKETING',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'BODY', text: 'Hello {{1}}, your order {{2}} is on its way to you.' },
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Track order', url: 'https://shop.example/track/{{1}}' }],
      },
    ],
    variables: [
      { name: '1', where: 'body' },
      { name: '2', where: 'body' },
      { name: '0', where: 'button', index: 0 },
    ],
  })
  return { businessId, contentId }
}

/** Of the folder: another run on it opens what this one has encrypted. */
async function keptSecrets(folder: string): Promise<{ jwtSecret: string; encryptionKey: string }> {
  const file = join(folder, 'secrets.json')
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8'))
  const made = { jwtSecret: randomBytes(32).toString('hex'), encryptionKey: randomBytes(32).toString('hex') }
  await writeFile(file, JSON.stringify(made))
  return made
}

/** The product on this database; several processes may be. */
export async function composeWith(
  databaseUrl: string,
  secrets: Bench['secrets'],
  role: 'all' | 'worker',
  dataDir = tmpdir(),
): Promise<Composition> {
  return await compose({
    databaseUrl,
    log: createLog(process.env.LOG_LEVEL ?? 'error'),
    role,
    encryptionKey: Buffer.from(secrets.encryptionKey, 'hex'),
    graphUrl: secrets.graphUrl,
    settings: {
      publicUrl: 'http://localhost:5002',
      dataDir,
      jwtSecret: secrets.jwtSecret,
      practice: true,
      undoSeconds: 0,
      directories: { nominatimUrl: secrets.graphUrl, overpassUrl: secrets.graphUrl },
      meta: {
        appId: sandboxSeed.app.id,
        appSecret: sandboxSeed.app.secret,
        configId: sandboxSeed.app.configId,
        verifyToken: 'bench',
        graphVersion: 'v23.0',
        dialogUrl: secrets.graphUrl,
      },
    } as Parameters<typeof compose>[0]['settings'],
  })
}

export async function startSandboxProcess(
  environment: Record<string, string> = {},
): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/sandbox/main.ts')], {
    env: { ...process.env, SANDBOX_PORT: String(port), SANDBOX_SECRET: sandboxSecret, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)))
    child.stdout?.on('data', (text: Buffer) => {
      if (text.toString().includes('Controls')) resolve()
    })
  })
  return { url: `http://127.0.0.1:${port}`, process: child }
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
