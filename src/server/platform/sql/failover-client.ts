import pg from 'pg'
import { watchServer } from './server-watch.ts'

/** An address that names several servers, of which one is written to: `postgres://user:password@one:5432,two:5432/name`. */
const severalHosts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^@/?,]+(?:,[^@/?,]+)+)((?:[/?].*)?)$/

/** The address of each server that an address names. */
export function addressesOf(url: string): string[] {
  const [, before = '', hosts, after = ''] = severalHosts.exec(url) ?? []
  return hosts === undefined ? [url] : hosts.split(',').map((host) => `${before}${host}${after}`)
}

export const isDatabaseAddress = (text: string): boolean =>
  addressesOf(text).every((one) => /^postgres(ql)?:/.test(one) && URL.canParse(one))

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

/** Which server of an address answered last; all connections of a process begin with it. */
const preferred = new Map<string, number>()

/** SQLSTATE of a server that takes no connections for now, which callers try again. */
const notNow = '57P03'

/** SQLSTATE of a statement that was ended because it and another one waited for each other. */
const deadlocked = '40P01'
/** So often a statement that is a transaction of its own is asked again. */
const deadlockTries = 4

/** For connections that say nothing of it: an unreachable machine would be waited for for minutes. */
const limits = {
  connectionTimeoutMillis: 30_000,
  // An idle connection to a machine that vanished breaks after 20 seconds.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}

type Answered = (error: Error | undefined, result: pg.QueryResult) => void

/**
 * A promise made by pg keeps its answer until the next full collection of garbage (pg 8.23.1, Node.js 24), one by way of
 * the other: short collections took 24 ms in place of 1, full ones (90 ms) came every second while pages were read.
 */
function askByCallback(client: pg.Client): pg.Client['query'] {
  const ask = client.query.bind(client) as (query: unknown, values: unknown, answered?: unknown) => unknown
  const isAnswered = (query: unknown, values: unknown, answered: unknown): boolean =>
    answered !== undefined || typeof values === 'function' || isSubmittable(query)
  const askFor = (query: unknown, values: unknown, triesLeft: number): Promise<pg.QueryResult> => {
    const isAlone = client.getTransactionStatus() === 'I' && isOneStatement(query, values)
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      const settle: Answered = (error, result) => (error ? reject(error) : resolve(result))
      ask(query, values, settle)
    })
    return answer.catch((error: Error & { code?: string }) => {
      // Nothing of it was done, and the other one goes on: a cluster meets it where tables are on every node.
      if (error.code === deadlocked && isAlone && triesLeft > 0) return askFor(query, values, triesLeft - 1)
      // What asked, in place of what read the answer.
      Error.captureStackTrace(error)
      throw error
    })
  }
  const asked = (query: unknown, values?: unknown, answered?: unknown): unknown =>
    isAnswered(query, values, answered) ? ask(query, values, answered) : askFor(query, values, deadlockTries)
  return asked as pg.Client['query']
}

/** With values a text is one statement; without, it may be several with a transaction of their own. */
function isOneStatement(query: unknown, values: unknown): boolean {
  const given = values ?? (query as { values?: unknown } | null)?.values
  return Array.isArray(given) && given.length > 0
}

/** A cursor or a COPY, which reads its answer itself. */
const isSubmittable = (query: unknown): boolean =>
  typeof (query as { submit?: unknown } | null)?.submit === 'function'

/**
 * A connection to the server of an address that takes writes. One that cannot be reached, or is a standby, makes the
 * next connection go to the next server; so does one that stops answering (see `watchServer`).
 */
export class DatabaseClient extends pg.Client {
  readonly #url: string
  readonly #at: number
  readonly #count: number

  constructor(config: pg.ClientConfig = {}) {
    const url = config.connectionString ?? ''
    const addresses = addressesOf(url)
    const at = (preferred.get(url) ?? 0) % addresses.length
    super({ ...limits, ...config, connectionString: addresses[at] })
    this.#url = url
    this.#at = at
    this.#count = addresses.length
    this.query = askByCallback(this)
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const work = this.#count === 1 ? this.#connectWatched() : this.#connectToPrimary()
    if (!callback) return work
    const done = callback as (error: Error | null, client?: pg.Client) => void
    work.then(
      () => done(null, this),
      (error: Error) => done(error),
    )
    return undefined
  }

  async #connectWatched(): Promise<pg.Client> {
    await super.connect()
    watchServer(this, () => this.#moveOn())
    return this
  }

  /** Another connection may have moved on already. */
  #moveOn(): void {
    if ((preferred.get(this.#url) ?? 0) % this.#count === this.#at)
      preferred.set(this.#url, (this.#at + 1) % this.#count)
  }

  async #connectToPrimary(): Promise<pg.Client> {
    try {
      await this.#connectWatched()
      const { rows } = await this.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
      if (rows[0]?.standby) {
        await this.end()
        throw Object.assign(new Error('the database server is a standby'), { code: notNow })
      }
      return this
    } catch (error) {
      this.#moveOn()
      throw error
    }
  }
}
