import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, type InputOf, pathWith, type ResponseOf } from '#contract/endpoint.ts'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { type Composition, compose } from '#server/compose.ts'
import { authenticate, isOpenSession, signUp } from '#server/features/accounts/accounts.ts'
import { saveSendingSettings } from '#server/features/messages/messages.ts'
import { connectToken } from '#server/features/onboarding/onboarding.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { backendOf } from '#test/cluster.ts'

/** An install whose web side runs in this process and is not killed; its workers are processes of their own. */
export type ChaosInstall = {
  folder: string
  databaseUrl: string
  /** Ends all sessions of the database; a moment later it answers again. @throws Error where it is not the install's own. */
  restartDatabase: () => Promise<void>
  sandbox: Sandbox
  app: App
  url: string
  verifyToken: string
  /** A business that is connected with two numbers. */
  businessId: number
  numbers: string[]
  token: string
  /** What worker processes are started with. */
  environment: Record<string, string>
  /** Calls the install as that business, again while the database is away. @throws Error with what was answered. */
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<ResponseOf<E>>
  close: () => Promise<void>
}

/** Opens the database of an install, in its folder where it is one of its own. */
export type OpenDatabase = (folder: string) => Promise<Database>

type Database = { url: string; close: () => Promise<void>; restart?: () => Promise<void> }

/**
 * @param options.database a database of the caller's own, opened in the install's folder.
 * @param options.dataDir where the processes keep their files, below the install's folder.
 */
export async function openChaosInstall(
  options: { database?: OpenDatabase | undefined; dataDir?: string } = {},
): Promise<ChaosInstall> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-chaos-'))
  const log = createLog('fatal')
  const database = await (options.database?.(folder) ?? openPostgres(join(folder, 'postgres')))
  const migrating = openDatabase<unknown>(database.url, log, { connections: 1 })
  await migrate(migrating.db).finally(migrating.close)
  const verifyToken = randomBytes(8).toString('hex')
  const sandbox = await startSandbox({ port: 0, verifyToken })
  const secrets = {
    jwtSecret: randomBytes(32).toString('hex'),
    encryptionKey: randomBytes(32).toString('hex'),
  }
  const dataDir = join(folder, options.dataDir ?? '')
  const web = await openWeb(database.url, sandbox, { ...secrets, verifyToken, folder: dataDir })
  const { businessId, token, numbers } = await connect(web.app, sandbox)
  return {
    folder,
    databaseUrl: database.url,
    async restartDatabase() {
      if (!database.restart) throw new Error('this database is not restarted')
      await database.restart()
    },
    sandbox,
    app: web.app,
    url: web.url,
    verifyToken,
    businessId,
    numbers,
    token,
    environment: {
      DATABASE_URL: database.url,
      ...backendOf(database.url),
      DATA_DIR: dataDir,
      JWT_SECRET: secrets.jwtSecret,
      ENCRYPTION_KEY: secrets.encryptionKey,
      META_GRAPH_URL: sandbox.url,
      META_GRAPH_VERSION: 'v23.0',
      META_APP_ID: sandboxSeed.app.id,
      META_APP_SECRET: sandboxSeed.app.secret,
      META_VERIFY_TOKEN: verifyToken,
      LOG_LEVEL: 'fatal',
    },
    async call(endpoint, input) {
      const { params, body } = input as { params?: Record<string, number>; body?: object }
      for (let tries = 0; ; tries++) {
        const answer = await fetch(web.url + pathWith(endpoint.path, params), {
          method: endpoint.method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(endpoint.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
        })
        const said = await answer.text()
        if (answer.ok) return JSON.parse(said)
        if (answer.status < 500 || tries === 20) throw new Error(`${endpoint.path}: ${answer.status} ${said}`)
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    },
    async close() {
      await web.close()
      await sandbox.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** With full durability: what is committed before a kill must be there after it. */
export async function openPostgres(folder: string): Promise<Database> {
  const postgres = await startEmbeddedPostgres(folder, { watch: createLog('fatal') })
  return {
    url: postgres.url('postgres'),
    close: postgres.stop,
    async restart() {
      const pid = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]
      process.kill(Number(pid), 'SIGINT')
    },
  }
}

async function connect(
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

/** It takes the webhooks. */
async function openWeb(
  databaseUrl: string,
  sandbox: Sandbox,
  install: { jwtSecret: string; encryptionKey: string; verifyToken: string; folder: string },
): Promise<{ app: App; url: string; close: () => Promise<void> }> {
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
    isOpenSession: ({ businessId, sessionId }) => isOpenSession(app, businessId, sessionId),
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
