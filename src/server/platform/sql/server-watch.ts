import { connect, type Socket } from 'node:net'
import type pg from 'pg'

/** A connection that waits and gets nothing from one look to the next is in doubt. */
const lookEveryMs = 2_500
const answersWithinMs = 10_000
/** How often a server is asked while a long statement runs. */
const askAgainMs = 5_000

/** What pg has and its types do not name. */
type Inside = { readyForQuery: boolean | null; connection: { stream: Socket } }

type Watched = { inside: Inside; read: number; written: number; waited: boolean; moveOn: () => void }

type Server = {
  host: string
  port: number
  connections: Set<Watched>
  /** A proxy that never answers the question shows nothing by its silence. */
  hasAnswered: boolean
  askedAt: number
  asking: boolean
}

const servers = new Map<string, Server>()
let looking: NodeJS.Timeout | undefined

/**
 * Watches a connection over TCP. Where a statement waits and its server does not answer on a connection of its own, all
 * connections to that server break within 15 seconds, and their statements fail as in an outage.
 * @param moveOn called when the server is gone: the next connection may go to another one.
 */
export function watchServer(client: pg.Client, moveOn: () => void): void {
  const { host, port } = client
  if (host.startsWith('/')) return
  const key = `${host} ${port}`
  const server = servers.get(key) ?? {
    host,
    port,
    connections: new Set(),
    hasAnswered: false,
    askedAt: 0,
    asking: false,
  }
  servers.set(key, server)
  const inside = client as unknown as Inside
  const watched = { inside, read: 0, written: 0, waited: false, moveOn }
  server.connections.add(watched)
  client.once('end', () => {
    server.connections.delete(watched)
    if ([...servers.values()].every(({ connections }) => connections.size === 0)) {
      clearInterval(looking)
      looking = undefined
    }
  })
  if (!server.hasAnswered) void ask(server)
  looking ??= setInterval(look, lookEveryMs).unref()
}

function look(): void {
  for (const server of servers.values()) {
    let inDoubt = false
    for (const one of server.connections) {
      const { bytesRead, bytesWritten } = one.inside.connection.stream
      const waits = one.inside.readyForQuery !== true
      const isSilent = bytesRead === one.read && bytesWritten === one.written
      inDoubt ||= waits && one.waited && isSilent
      Object.assign(one, { read: bytesRead, written: bytesWritten, waited: waits })
    }
    if (inDoubt && performance.now() - server.askedAt >= askAgainMs) void ask(server)
  }
}

async function ask(server: Server): Promise<void> {
  if (server.asking) return
  server.asking = true
  const before = [...server.connections].map((one) => ({
    one,
    read: one.inside.connection.stream.bytesRead,
  }))
  const isThere = await answers(server.host, server.port)
  server.asking = false
  server.askedAt = performance.now()
  if (isThere) server.hasAnswered = true
  const hasCome = before.some(({ one, read }) => one.inside.connection.stream.bytesRead > read)
  if (isThere || hasCome || !server.hasAnswered) return
  for (const { one } of before) {
    one.moveOn()
    const gone = Object.assign(new Error('the database server does not answer'), { code: 'ETIMEDOUT' })
    one.inside.connection.stream.destroy(gone)
  }
}

/** SSLRequest, which needs no password. */
const question = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** A machine that refuses is there, and breaks the connections itself that it does not know. */
const isAway = (error: NodeJS.ErrnoException): boolean =>
  ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'].includes(error.code ?? '')

async function answers(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host)
  try {
    return await new Promise<boolean>((resolve) => {
      // What came while this process was busy is read before it counts as late.
      const late = setTimeout(() => setImmediate(() => resolve(false)), answersWithinMs)
      late.unref()
      socket.unref()
      const settle = (isThere: boolean): void => {
        clearTimeout(late)
        resolve(isThere)
      }
      socket.once('connect', () => socket.write(question))
      socket.once('data', () => settle(true))
      socket.once('end', () => settle(true))
      socket.once('error', (error) => settle(!isAway(error)))
    })
  } finally {
    socket.destroy()
  }
}
