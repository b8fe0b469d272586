import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { StartError } from './errors.ts'
import type { Logger } from './log.ts'
import { DatabaseClient } from './sql/failover-client.ts'

// Ids are bigint in the database and numbers in the code: identity columns stay below 2^53. Provider ids may
// not and are text.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))
/** The type of bigint[]; pg has no name for it. */
const int8Array = 1016 as typeof pg.types.builtins.INT8
const readTexts = pg.types.getTypeParser(int8Array) as (text: string) => (string | null)[]
pg.types.setTypeParser(int8Array, (text) => readTexts(text).map((id) => (id === null ? null : Number(id))))

export type Database<Tables> = {
  db: Kysely<Tables>
  /** The pool behind `db`, for what Kysely has no words for: COPY and cursors. */
  pool: pg.Pool
  close: () => Promise<void>
}

/** Addresses of the server itself, where a pool's own leads to a connection pooler. */
const directUrls = new WeakMap<pg.Pool, string>()

/** The address for what needs a session of its own: LISTEN, temporary tables, cursors that outlive a transaction. */
export function directUrlOf(pool: pg.Pool): string {
  const url = directUrls.get(pool) ?? pool.options.connectionString
  if (!url) throw new Error('the database pool has no address')
  return url
}

/** Whether its address is a connection pooler's. */
export const isPooled = (pool: pg.Pool): boolean => directUrls.has(pool)

/**
 * Opens a pool on a PostgreSQL database. Connections that break (a restart of the database) are replaced on
 * the next query; an idle one that breaks is logged and forgotten.
 */
export function openDatabase<Tables>(
  url: string,
  log: Logger,
  options: {
    connections?: number
    directUrl?: string | undefined
    /** How long a query waits for a connection, in milliseconds. */
    waitMs?: number
    /** How long a connection is kept that nothing asks, in milliseconds. */
    idleMs?: number
    /** What it makes stays on this server: a cluster gives it to no node, and refuses texts of many statements. */
    isLocal?: boolean
  } = {},
): Database<Tables> {
  const { directUrl } = options
  const pool = new pg.Pool({
    Client: DatabaseClient,
    connectionString: url,
    max: options.connections ?? 16,
    connectionTimeoutMillis: options.waitMs ?? 5000,
    idleTimeoutMillis: options.idleMs ?? 30_000,
    application_name: 'tidings',
    // Of a session, which a pooler gives to others with the next statement: there they are the role's.
    ...(directUrl === undefined && {
      // A statement that a person waits for never takes this long; bulk work sets its own limit.
      statement_timeout: 60_000,
      // Compiling a plan takes longer than the rare word that is searched for; our own server has it off as well.
      // The server ends sessions, and their locks, of a machine that vanished.
      options: [
        'jit=off',
        'tcp_keepalives_idle=30',
        'tcp_keepalives_interval=10',
        // Elsewhere it says nothing.
        ...(options.isLocal ? ['citus.enable_ddl_propagation=off'] : []),
      ]
        .map((setting) => `-c ${setting}`)
        .join(' '),
    }),
  })
  if (directUrl !== undefined) directUrls.set(pool, directUrl)
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // One in use reports through its query; without a listener of its own the same error would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke'))
  })
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    close: () => pool.end(),
  }
}

/** SQLSTATE of a server that is starting, stopping, out of connections or of disk, or a standby. */
const outageStates = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '25006',
  '08000',
  '08003',
  '08006',
  '08001',
  '08004',
])
const outageCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** A server that restarts has removed its socket's file; a busy one takes no more connections on it. */
const outageCodesOfSockets = new Set(['ENOENT', 'EAGAIN'])

/** Whether an error says that the database cannot be reached for now, rather than that the query was wrong. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code && (outageStates.has(code) || outageCodes.has(code))) return true
  if (syscall === 'connect' && code && outageCodesOfSockets.has(code)) return true
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}

/** Whether it says that a node of a cluster cannot be reached, whose coordinator has answered: others are served. */
export const isNodeOutage = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('connection to the remote node')

/** How long a start waits for a database that is not there yet: both may have been started by the same reboot. */
const patienceMs = 30_000
const askAgainMs = 500

/**
 * Waits until the database accepts connections.
 * @param wait milliseconds to wait for an unreachable one.
 * @throws StartError when it stays unreachable or refuses our credentials.
 */
export async function awaitDatabase(pool: pg.Pool, wait = patienceMs): Promise<void> {
  const deadline = performance.now() + wait
  for (;;) {
    try {
      await pool.query('select 1')
      return
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      // Wrong user or password, no such database, no TLS: waiting does not help.
      if (code && /^(28|3D)/.test(code)) {
        throw new StartError(`The database refuses the connection: ${message}. Check DATABASE_URL.`)
      }
      // What a session begins with has no meaning for a pooler, which refuses it.
      if (/unsupported startup parameter/.test(message)) throw new StartError(poolerSentence)
      if (!isDatabaseOutage(error)) throw error
      if (performance.now() > deadline) {
        throw new StartError(
          `The database cannot be reached: ${message || code}. Start it, or check DATABASE_URL.`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    }
  }
}

/**
 * Asks on a connection that is waited for as long as a start waits for the database: until one is there, nothing was
 * asked that could have been done. The statement itself is not repeated.
 */
export async function askPatiently(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = await connectPatiently(pool)
  let failed: Error | undefined
  try {
    return await client.query(text, values)
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    client.release(failed)
  }
}

async function connectPatiently(pool: pg.Pool): Promise<pg.PoolClient> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isDatabaseOutage(error) || performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, askAgainMs))
    }
  }
}

const poolerSentence =
  'DATABASE_URL leads to a connection pooler. Set DATABASE_DIRECT_URL to the address of the PostgreSQL server itself, for what needs a session of its own.'

/**
 * Refuses the address of a pooler that shares sessions between transactions: notes would be lost without a word. It
 * shows by a value of one session that another one reads, or that its own does not have any more.
 * @throws StartError that names the setting.
 */
export async function refusePooler(url: string): Promise<void> {
  const [one, other] = [0, 1].map(
    () => new DatabaseClient({ connectionString: url, application_name: 'tidings' }),
  )
  const read = `select current_setting('tidings.session', true) as value`
  try {
    await Promise.all([one!.connect(), other!.connect()])
    await one!.query(`select set_config('tidings.session', 'one', false)`)
    await other!.query('begin')
    const seen = await other!.query<{ value: string | null }>(read)
    const kept = await one!.query<{ value: string | null }>(read)
    if (seen.rows[0]?.value === 'one' || kept.rows[0]?.value !== 'one') throw new StartError(poolerSentence)
  } finally {
    await Promise.all([one!.end(), other!.end()])
  }
}

/** What a pooler's role has to bring along. @returns the statements that set what is missing. */
export async function missingRoleSettings(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ role: string; timeout: string; jit: string }>(
    `select quote_ident(current_user) as role, current_setting('statement_timeout') as timeout, current_setting('jit') as jit`,
  )
  const { role, timeout, jit } = rows[0]!
  return [
    ...(timeout === '0' ? [`alter role ${role} set statement_timeout = '60s'`] : []),
    ...(jit === 'on' ? [`alter role ${role} set jit = off`] : []),
  ]
}

/** Whether an error is the breach of this unique or foreign key. */
export function breaksConstraint(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  // Citus names it in the message alone, followed by a number.
  const { constraint: named = /constraint "([^"]+)"/.exec(error.message)?.[1] } = error as {
    constraint?: string
  }
  return named?.replace(/_\d{6,}$/, '') === constraint
}

/** Whether PostgreSQL refused text for a character that it cannot hold: NUL, or bytes that are no UTF-8. */
export function isUnstorableText(error: unknown): boolean {
  const code = error instanceof Error ? (error as { code?: string }).code : undefined
  return code === '22021' || code === '22P05'
}
