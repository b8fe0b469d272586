import { join } from 'node:path'
import type { Transaction } from 'kysely'
import type { App, AppSettings } from './app.ts'
import { openDiskWatch } from './features/health/health.ts'
import { lastingKey } from './features/keys/keys.ts'
import { openGuard } from './features/recovery/recovery.ts'
import { handlers } from './handlers.ts'
import { lookForCluster } from './platform/by-whole-key.ts'
import { awaitDatabase, type Database, openDatabase } from './platform/database.ts'
import { type JobQueue, openJobQueue } from './platform/jobs.ts'
import { openJournal } from './platform/journal/journal.ts'
import type { Logger } from './platform/log.ts'
import type { SendMail } from './platform/mail.ts'
import { type MediaPlace, openMediaStore } from './platform/media-store/open-store.ts'
import { openNotes } from './platform/notify.ts'
import { createSecrets, keyIdOf } from './platform/secrets.ts'
import { retryOnDeadlock } from './platform/sql/retry-on-deadlock.ts'
import type { Exchange } from './providers/meta/graph/exchange.ts'
import { createMeta } from './providers/meta/meta.ts'
import { createSocial, type SocialOptions } from './providers/social/social.ts'
import type { SocialExchange } from './providers/social/social-http.ts'
import { networkOptions } from './social-settings.ts'
import type { Tables } from './tables.ts'

export type ComposeOptions = {
  databaseUrl: string
  /** The server's own address, where `databaseUrl` is that of a connection pooler. */
  directUrl?: string | undefined
  /** Whether the queue's tables are there already: the role of the address may not make them. */
  queueIsInstalled?: boolean
  log: Logger
  role: 'all' | 'web' | 'worker'
  encryptionKey: Buffer
  /** Keys that only open; none by default. */
  otherEncryptionKeys?: (() => readonly Buffer[]) | undefined
  /** The key that stored hashes were made with before it was kept in the database; the current one by default. */
  firstEncryptionKey?: Buffer
  /** Whether this is a command on a terminal, which ends by itself, and not a process that serves. */
  command?: boolean
  /** Where Graph answers. */
  graphUrl: string
  /** Where the social networks answer, and our apps there. Absent: none is set up. */
  social?: SocialOptions
  settings: AppSettings
  /** Where uploaded media are kept; a folder inside the data folder by default. */
  mediaStore?: MediaPlace
  mail?: SendMail
  now?: () => Date
}

export type Composition = {
  app: App
  /** Starts the work that `handlers.ts` lists. */
  work: () => Promise<void>
  /** Jobs are handed back, then everything that was opened is closed. */
  close: () => Promise<void>
}

/** Opens the database, the queue and the provider clients, and ties them into an App. */
export async function compose(options: ComposeOptions): Promise<Composition> {
  const { log, databaseUrl, directUrl } = options
  const database = openDatabase<Tables>(databaseUrl, log, { directUrl })
  const counting = { directUrl, ...connectionsForCounts }
  const leads = openDatabase<Tables>(databaseUrl, log, counting)
  const sets = openDatabase<Tables>(databaseUrl, log, counting)
  const works = options.role !== 'web'
  const listed = handlers(() => app)
  const keys = createSecrets(options.encryptionKey, options.otherEncryptionKeys)
  const notes = openNotes(directUrl ?? databaseUrl, log, processName(options, keys.keyId))
  const queue = await openJobQueue(databaseUrl, log, {
    jobs: listed.map(({ job }) => job),
    supervise: works,
    installed: options.queueIsInstalled,
    notes,
    directUrl,
  })
  const meta = createMeta({
    graphUrl: options.graphUrl,
    dialogUrl: options.settings.meta.dialogUrl,
    version: options.settings.meta.graphVersion,
    appId: options.settings.meta.appId,
    appSecret: options.settings.meta.appSecret,
    configId: options.settings.meta.configId,
    record: exchangeLog(log),
  })
  const { dataDir } = options.settings
  const media = await openMediaStore(options.mediaStore ?? { folder: join(dataDir, 'media') }, dataDir)
  const first = options.firstEncryptionKey ?? options.encryptionKey
  await awaitDatabase(database.pool)
  await lookForCluster(database.pool)
  const lasting = await lastingKey(database.pool, keys, first, log)
  const journal = openJournal(dataDir)
  const app = bind(database, queue, {
    counting: { leads: leads.db, sets: sets.db },
    notes,
    journal,
    meta,
    media,
    social: createSocial({
      ...(options.social ?? networkOptions({}, options.graphUrl, options.settings.meta.graphVersion)),
      record: socialLog(log),
    }),
    log,
    secrets: createSecrets(options.encryptionKey, options.otherEncryptionKeys, lasting),
    mail: options.mail,
    now: options.now ?? (() => new Date()),
    settings: options.settings,
  })
  const guard = options.command ? undefined : await openGuard(app)
  const disk = options.command ? undefined : openDiskWatch(app)
  return {
    app,
    work: () => (works ? queue.work(listed) : Promise.resolve()),
    async close() {
      await queue.stop()
      await disk?.close()
      await guard?.close()
      await journal.close()
      await notes.close()
      await meta.close()
      media.close()
      await Promise.all([database, leads, sets].map((each) => each.close()))
    },
  }
}

/** As many counts go on at a time in a process. */
const connectionsForCounts = { connections: 2, waitMs: 30_000, idleMs: 600_000 }

/** How the database lists this process: with the ids of the keys that it encrypts and signs with. */
const processName = ({ command, role, settings }: ComposeOptions, keyId: string): string =>
  command ? 'tidings command' : `tidings ${role} keys ${keyId} ${keyIdOf(settings.jwtSecret)}`

/** Where exchanges with the provider go: refusals and faults to `info`, all to `trace`. They come redacted. */
function exchangeLog(log: Logger): ((exchange: Exchange) => void) | undefined {
  // Thousands of messages a second: what nobody reads is not even put together.
  if (!log.isLevelEnabled('info')) return undefined
  return (exchange) => {
    const refused = exchange.failure !== undefined || (exchange.status ?? 0) >= 400
    log[refused ? 'info' : 'trace']({ exchange }, 'asked the provider')
  }
}

/** Calls to social networks: refusals and faults to `info`, all to `trace`. They carry no secrets. */
function socialLog(log: Logger): (exchange: SocialExchange) => void {
  return (exchange) =>
    log[exchange.failure === undefined ? 'trace' : 'info']({ exchange }, 'asked a social network')
}

type Handles = Pick<
  App,
  | 'counting'
  | 'notes'
  | 'journal'
  | 'meta'
  | 'media'
  | 'social'
  | 'log'
  | 'secrets'
  | 'mail'
  | 'now'
  | 'settings'
>

function bind({ db, pool }: Database<Tables>, queue: JobQueue, handles: Handles): App {
  const app: App = {
    ...handles,
    db,
    pool,
    enqueue: queue.enqueue,
    transaction: (work) => retryOnDeadlock(() => db.transaction().execute((trx) => work(inTransaction(trx)))),
  }
  const inTransaction = (trx: Transaction<Tables>): App => {
    // A transaction inside a transaction, however deep, is the same transaction.
    const tx: App = { ...app, db: trx, enqueue: queue.enqueueIn(trx), transaction: (work) => work(tx) }
    return tx
  }
  return app
}
