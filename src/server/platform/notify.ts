import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from './log.ts'
import { DatabaseClient } from './sql/failover-client.ts'

/**
 * Short notes between the processes of one install, over PostgreSQL's LISTEN/NOTIFY. They are hints that
 * something changed, never the change itself: a note that is lost costs a delay, not a fact.
 */
export type Notes = {
  /**
   * Listens to a channel until the returned function is called.
   * @param missed called after each reconnect: notifications may have been lost before.
   */
  listen: (channel: string, receive: (payload: string) => void, missed?: () => void) => () => void
  close: () => Promise<void>
}

/** Whatever runs statements. By its one method: comparing whole Kysely types takes the type checker seconds. */
type Executor = Parameters<ReturnType<typeof sql>['execute']>[0]

/** Sends a note when the surrounding transaction commits. At most 8,000 bytes. */
export async function notify(db: Executor, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db)
}

const channelsOfAKind = 64

/**
 * The channel of a kind of notes about a business. There are 64 of each kind: a process listens to those
 * of the businesses whose screens it serves.
 */
export const businessChannel = (kind: string, businessId: number): string =>
  `${kind}_${businessId % channelsOfAKind}`

const firstRetryMs = 200
const longestRetryMs = 5000
const connectsWithinMs = 10_000
/** A connection that only listens learns of a server that vanished by asking it. */
const lookEveryMs = 10_000

type Listener = { receive: (payload: string) => void; missed?: () => void }

/**
 * Holds one connection for listening and reopens it when it breaks.
 * @param name how the database lists the connection; a process has it as long as it runs.
 */
export function openNotes(url: string, log: Logger, name: string): Notes {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs

  const connect = async (): Promise<void> => {
    const next = new DatabaseClient({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: connectsWithinMs,
    })
    const lost = (): void => {
      if (client !== next) return
      client = undefined
      if (closed) return
      retry = setTimeout(() => void connect(), retryMs)
      retryMs = Math.min(retryMs * 2, longestRetryMs)
    }
    client = next
    next.on('error', (error) => log.warn({ err: error }, 'the notes connection broke'))
    next.on('end', lost)
    next.on('notification', ({ channel, payload }) => {
      for (const { receive } of listeners.get(channel) ?? []) {
        // A note that one reader cannot read, such as another version's, must not end the process.
        try {
          receive(payload ?? '')
        } catch (error) {
          log.error({ err: error, channel }, 'a note could not be read')
        }
      }
    })
    try {
      await next.connect()
      for (const channel of listeners.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      retryMs = firstRetryMs
      for (const { missed } of [...listeners.values()].flatMap((set) => [...set])) missed?.()
    } catch (error) {
      log.warn({ err: error }, 'the notes connection could not be opened; trying again')
      lost()
    }
  }
  const ready = connect()
  let looked: pg.Client | undefined
  const looking = setInterval(() => {
    const present = client
    if (!present || looked === present) return
    looked = present
    // A connection that breaks is opened again by its end.
    const done = (): void => {
      if (looked === present) looked = undefined
    }
    present.query('select').then(done, done)
  }, lookEveryMs)
  looking.unref()

  // One question at a time on the one connection.
  let asked: Promise<unknown> = ready
  const listenOn = async (channel: string, listener: Listener): Promise<void> => {
    const asking = asked.then(() => client?.query(`listen ${pg.escapeIdentifier(channel)}`))
    asked = asking.catch(() => undefined)
    await asking
    listener.missed?.()
  }
  const unlistenFrom = (channel: string): void => {
    const unlistening = asked.then(async () => {
      if (listeners.get(channel)?.size !== 0) return
      listeners.delete(channel)
      await client?.query(`unlisten ${pg.escapeIdentifier(channel)}`)
    })
    // Where the connection is gone, the next one does not listen to it.
    asked = unlistening.catch(() => undefined)
  }
  return {
    listen(channel, receive, missed) {
      const listener = { receive, missed }
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener))
      listenOn(channel, listener).catch((error: unknown) =>
        log.warn({ err: error, channel }, 'could not listen; the reconnect will'),
      )
      return () => {
        listeners.get(channel)?.delete(listener)
        if (listeners.get(channel)?.size === 0) unlistenFrom(channel)
      }
    },
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(looking)
      await ready
      await client?.end()
    },
  }
}

/** Waits for a time, or for a ring since the last wait. */
export function openAlarm(signal: AbortSignal): { ring: () => void; wait: (ms: number) => Promise<void> } {
  let rung = false
  let wake: (() => void) | undefined
  const ring = (): void => {
    rung = true
    wake?.()
  }
  signal.addEventListener('abort', ring)
  return {
    ring,
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = undefined
      rung = false
    },
  }
}
