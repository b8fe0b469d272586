import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type Endpoint, type InputOf, pathWith, type ResponseOf } from '#contract/endpoint.ts'
import type { Failure } from '#contract/errors.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/sandbox.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { compose } from '#server/compose.ts'
import type { Config } from '#server/config.ts'
import { authenticate, isOpenSession, recordAudit, renewSession } from '#server/features/accounts/accounts.ts'
import { openIdempotency } from '#server/features/integrations/integrations.ts'
import { moveLoginStates } from '#server/features/onboarding/onboarding.ts'
import { clusterSettings } from '#server/platform/citus/distribute.ts'
import { mountApiDocs } from '#server/platform/http/api-docs.ts'
import { createHttp, type Http } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import type { SendMail } from '#server/platform/mail.ts'
import type { MediaPlace } from '#server/platform/media-store/open-store.ts'
import { mountRoutes } from '#server/routes.ts'
import { standInOptions } from '#server/social-settings.ts'

/** The answer to a call: its status, and the body as the contract types it or the failure. */
export type Answer<E> = {
  status: number
  body: Omit<ResponseOf<E>, 'success'> & Partial<Omit<Failure, 'success'>> & { success: boolean }
  headers: Record<string, unknown>
}

export type TestServer = {
  app: App
  http: Http
  /** The server's own address; webhooks of the sandbox arrive here. */
  url: string
  sandbox: Sandbox
  databaseUrl: string
  /** Whether jobs are worked on here. */
  works: boolean
  /** Calls an endpoint of the contract; with `token` as that person. */
  call: <const E extends Endpoint>(
    endpoint: E,
    input: InputOf<E> & { token?: string; headers?: Record<string, string> },
  ) => Promise<Answer<E>>
  /** Signs a new person up, with a business of their own. */
  signUp: (name?: string) => Promise<Person>
  close: () => Promise<void>
}

export type Person = { token: string; userId: number; businessId: number; email: string }

export type TestServerOptions = {
  /** Without jobs, nothing happens but what a call does itself. */
  jobs?: boolean
  sandbox?: Partial<SandboxOptions>
  /** How long a campaign that starts now can be undone; 0 by default, so that tests do not wait for it. */
  undoSeconds?: number
  /** Networks that links and media may be fetched from besides the public internet; none by default. */
  linkNetworks?: readonly string[]
  /** Keys as a configuration has them; new ones by default. */
  keys?: Pick<Config, 'encryptionKey' | 'otherEncryptionKeys' | 'jwtSecret' | 'otherJwtSecrets'>
  /** A database and a provider that are there already, as for another process of an install. They stay. */
  beside?: Pick<TestServer, 'databaseUrl' | 'sandbox'>
  /** A mail server; none by default. */
  mail?: SendMail
  /** Whether the document of the API is served. */
  docs?: boolean
  /** A data folder that stays; one of its own by default. */
  dataDir?: string
  /** Where files are; a folder in the data folder by default. */
  mediaStore?: MediaPlace
  /** Log level; errors are printed by default so that a failing test shows its cause. */
  log?: string
}

/** Keys for several servers of one install. */
export const newKeys = (): NonNullable<TestServerOptions['keys']> => ({
  encryptionKey: randomBytes(32),
  otherEncryptionKeys: () => [],
  jwtSecret: randomBytes(32).toString('hex'),
  otherJwtSecrets: () => [],
})

/**
 * Opens the whole product on a fresh clone of the migrated database: real PostgreSQL, real queue, the sandbox
 * behind it over HTTP, listening on a free port.
 */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { beside } = options
  const { databaseUrl, drop } = beside
    ? { databaseUrl: beside.databaseUrl, drop: undefined }
    : await cloneDatabase()
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'tidings-server-')))
  const log = createLog(options.log ?? 'fatal')
  const verifyToken = randomBytes(8).toString('hex')
  const sandbox = beside?.sandbox ?? (await startSandbox({ port: 0, verifyToken, ...options.sandbox }))
  const networks: { mediaOrigin?: string } = {}
  const { app, work, close } = await compose({
    databaseUrl,
    log,
    role: options.jobs ? 'all' : 'web',
    encryptionKey: options.keys?.encryptionKey ?? randomBytes(32),
    otherEncryptionKeys: options.keys?.otherEncryptionKeys,
    graphUrl: sandbox.url,
    mail: options.mail,
    ...(options.mediaStore && { mediaStore: options.mediaStore }),
    social: standInOptions(
      { url: sandbox.url, dialogUrl: sandbox.url },
      { appId: sandboxSeed.app.id, appSecret: sandboxSeed.app.secret },
      'v25.0',
    ),
    settings: {
      publicUrl: 'http://localhost:5002',
      dataDir,
      linkNetworks: options.linkNetworks,
      // Known once the server listens.
      get mediaOrigin() {
        return networks.mediaOrigin
      },
      jwtSecret: options.keys?.jwtSecret ?? 'a secret of the tests, long enough to sign',
      otherJwtSecrets: options.keys?.otherJwtSecrets,
      practice: true,
      testUsers: true,
      // Every test makes its own people.
      signupLimit: 100_000,
      undoSeconds: options.undoSeconds ?? 0,
      directories: { nominatimUrl: `${sandbox.url}/nominatim`, overpassUrl: `${sandbox.url}/overpass` },
      meta: {
        appId: sandboxSeed.app.id,
        appSecret: sandboxSeed.app.secret,
        configId: sandboxSeed.app.configId,
        verifyToken,
        graphVersion: 'v25.0',
        dialogUrl: sandbox.url,
      },
    },
  })
  /** The token that followed, by session: tests keep the first one of a person. */
  const renewed = new Map<string, string>()
  const latest = (authorization: string | undefined): string | undefined => {
    if (renewed.size === 0) return authorization
    const token = /^Bearer (ey.+)$/.exec(authorization ?? '')?.[1]
    const next = token && renewed.get(sessionOf(token))
    return next ? latest(`Bearer ${next}`) : authorization
  }
  const http = await createHttp({
    log,
    authenticate: ({ headers }) => authenticate(app, latest(headers.authorization)),
    isOpenSession: ({ businessId, sessionId }) => isOpenSession(app, businessId, sessionId),
    recordAudit: (done) => recordAudit(app, [done]),
    renewSession: async (caller, from) => {
      const token = await renewSession(app, caller, from, moveLoginStates)
      if (token) renewed.set(caller.sessionId, token)
      return token
    },
    idempotency: openIdempotency(app),
    frameOrigins: [],
  })
  if (options.docs) await mountApiDocs(http)
  mountRoutes(http, app)
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  networks.mediaOrigin = url
  if (!beside) sandbox.callback(`${url}/marketing/api/webhooks/meta`, verifyToken)
  await work()

  const call: TestServer['call'] = async (endpoint, input) => {
    const { params, query, body, token, headers } = input as {
      params?: Record<string, string | number>
      query?: Record<string, unknown>
      body?: object
      token?: string
      headers?: Record<string, string>
    }
    const answer = await http.inject({
      method: endpoint.method,
      url: pathWith(endpoint.path, params),
      ...(query && {
        query: Object.fromEntries(
          Object.entries(query).map(([name, value]) => [
            name,
            Array.isArray(value) ? value.map(String) : String(value),
          ]),
        ),
      }),
      ...(body !== undefined && { payload: body }),
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
  }
  const opened: TestServer = {
    app,
    http,
    url,
    sandbox,
    databaseUrl,
    works: options.jobs ?? false,
    call,
    signUp: (name) => signUpPerson(app, http, name),
    async close() {
      await http.close()
      await close()
      if (!beside) await sandbox.close()
      await drop?.()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
      // Files share a process and keep what they opened: emptied, it holds no megabytes.
      for (const name of Object.keys(opened)) Reflect.deleteProperty(opened, name)
    },
  }
  return opened
}

function sessionOf(token: string): string {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
  return /"jti":"([\w-]+)"/.exec(payload)?.[1] ?? ''
}

async function signUpPerson(app: App, http: Http, name = 'Asha Kulkarni'): Promise<Person> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const answer = await http.inject({
    method: 'POST',
    url: '/marketing/api/auth/signup',
    payload: { name, email, password: 'correct horse', country: 'IN', timezone: 'Asia/Kolkata' },
  })
  const { token, user } = answer.json() as { token: string; user: { id: number } }
  const row = await app.db
    .selectFrom('users')
    .select('business_id')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return { token, userId: user.id, businessId: row.business_id, email }
}

/** One connection for each worker and server: a new one takes 20 to 30 ms of the processor. It keeps no worker from its end. */
let maintenance: pg.Pool[] | undefined

function openMaintenance(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // It is idle when the run's server goes down.
  pool.on('error', () => undefined)
  return pool
}

async function maintain(statement: string): Promise<void> {
  maintenance ??= [inject('postgresUrl'), ...inject('workerUrls')].map(openMaintenance)
  for (const server of maintenance) await server.query(statement)
}

/** A database of its own for this test file, cloned in tens of milliseconds. */
export async function cloneDatabase(): Promise<{ databaseUrl: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // A copy of files takes half of the work of a copy by the log, which is the usual one.
  await maintain(`create database ${name} template template strategy file_copy`)
  if (inject('workerUrls').length > 0)
    for (const statement of clusterSettings(name)) await maintain(statement)
  const databaseUrl = new URL(inject('postgresUrl'))
  databaseUrl.pathname = name
  return {
    databaseUrl: databaseUrl.href,
    drop: async () => {
      // A connection that is just closing must not meet the force: its error would belong to no test.
      await maintain(`do $$ begin
        for turn in 1..200 loop
          exit when not exists (select from pg_stat_activity where datname = '${name}');
          perform pg_sleep(0.01), pg_stat_clear_snapshot();
        end loop;
      end $$`)
      await maintain(`drop database if exists ${name} with (force)`)
    },
  }
}

/** From the first look to the last, in ms: what takes long need not be asked for fifty times a second. */
const [soonMs, lateMs] = [10, 60]

/** Waits until `find` gives something, asking often; fails with `what` after `withinMs`. */
export async function eventually<T>(
  what: string,
  find: () => Promise<T | undefined | false | null>,
  withinMs = 60_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (let pause = soonMs; ; pause = Math.min(pause * 1.25, lateMs)) {
    const found = await find()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/**
 * Waits until what connecting and events left to do is done: the check of a new connection stores what the provider says
 * of its numbers, and a template in doubt is read, both over what a test has set behind their back.
 */
export async function quiet({ app, works }: TestServer): Promise<void> {
  if (!works) return
  await eventually('the end of the work in hand', async () => {
    const { rows } = await app.pool.query(
      `select 1 from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()
       and (name like 'onboarding.%' or name like 'templates.%') limit 1`,
    )
    return rows.length === 0
  })
}
