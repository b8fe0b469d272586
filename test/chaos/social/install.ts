import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { type Composition, compose } from '#server/compose.ts'
import { authenticate, isOpenSession } from '#server/features/accounts/accounts.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { standInOptions } from '#server/social-settings.ts'
import { backendOf } from '#test/cluster.ts'
import { type OpenDatabase, openPostgres } from '../install.ts'

export type SocialInstall = {
  /** The product without its jobs: what plans posts, and is not killed. */
  app: App
  sandbox: Sandbox
  facts: InstallFacts
  /** What worker processes of this install are started with. */
  environment: Record<string, string>
  close: () => Promise<void>
}

export type InstallFacts = {
  databaseUrl: string
  dataDir: string
  jwtSecret: string
  encryptionKey: string
  sandboxUrl: string
}

/** The product without its jobs, of an install that other processes belong to as well. */
export async function composeSocialApp(of: InstallFacts): Promise<Composition> {
  // As main.ts makes it for all processes of an install in test mode.
  const appSecret = sandboxSecretOf(of.jwtSecret)
  const appId = sandboxSeed.app.id
  const { sandboxUrl: url } = of
  return await compose({
    databaseUrl: of.databaseUrl,
    log: createLog('fatal'),
    role: 'web',
    encryptionKey: Buffer.from(of.encryptionKey, 'hex'),
    graphUrl: url,
    social: standInOptions({ url, dialogUrl: url }, { appId, appSecret }, 'v25.0'),
    settings: {
      publicUrl: 'http://localhost:5002',
      dataDir: of.dataDir,
      jwtSecret: of.jwtSecret,
      practice: true,
      undoSeconds: 0,
      directories: { nominatimUrl: url, overpassUrl: url },
      meta: {
        appId,
        appSecret,
        configId: undefined,
        verifyToken: 'chaos',
        graphVersion: 'v25.0',
        dialogUrl: url,
      },
    },
  })
}

const sandboxSecretOf = (jwtSecret: string): string =>
  createHmac('sha256', jwtSecret).update('sandbox app').digest('hex').slice(0, 32)

/** An install in test mode, whose workers are processes of their own; with full durability unless it is given a database. */
export async function openSocialInstall(
  prefix: string,
  openDatabaseIn: OpenDatabase = openPostgres,
): Promise<SocialInstall> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  const log = createLog('fatal')
  const database = await openDatabaseIn(join(folder, 'postgres'))
  const databaseUrl = database.url
  const migrating = openDatabase<unknown>(databaseUrl, log, { connections: 1 })
  await migrate(migrating.db).finally(migrating.close)
  const jwtSecret = randomBytes(32).toString('hex')
  const encryptionKey = randomBytes(32).toString('hex')
  const sandbox = await startSandbox({ port: 0, appSecret: sandboxSecretOf(jwtSecret) })
  const facts = { databaseUrl, dataDir: folder, jwtSecret, encryptionKey, sandboxUrl: sandbox.url }
  const { app, close } = await composeSocialApp(facts)
  // Networks fetch media from here.
  const http = await createHttp({
    log,
    authenticate: (request) => authenticate(app, request.headers.authorization),
    isOpenSession: ({ businessId, sessionId }) => isOpenSession(app, businessId, sessionId),
    frameOrigins: [],
  })
  mountRoutes(http, app)
  const { port } = new URL(await http.listen({ port: 0, host: '127.0.0.1' }))
  return {
    app,
    sandbox,
    facts,
    environment: {
      DATABASE_URL: databaseUrl,
      ...backendOf(databaseUrl),
      DATA_DIR: folder,
      JWT_SECRET: jwtSecret,
      ENCRYPTION_KEY: encryptionKey,
      META_GRAPH_URL: sandbox.url,
      HOST: '127.0.0.1',
      PORT: port,
      META_APP_ID: '',
      META_APP_SECRET: '',
      LOG_LEVEL: 'fatal',
    },
    async close() {
      await http.close()
      await close()
      await sandbox.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
