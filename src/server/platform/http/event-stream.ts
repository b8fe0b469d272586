import type { FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#server/messages/t.ts'
import { AppError } from '../errors.ts'
import { senderOf } from './limits/network.ts'

/** A server-sent-events answer that stays open until the reader leaves or the server stops. */
export type EventStream = {
  /** Sends one event; `data` is written as JSON. */
  send: (event: string, data: unknown) => void
  /** Aborted when the reader has gone. */
  signal: AbortSignal
  end: () => void
}

type Reader = { businessId: number; userId: number; sessionId: string }

type Session = {
  reader: Reader
  address: string
  streams: Map<EventStream, FastifyRequest>
  /** When it was last asked whether the session is open, in ms of this process. */
  askedAt: number
}

/** What is open, by the session that reads it. */
const sessions = new Map<string, Session>()
/** Over all their tabs, in one process: a tab holds one or two, and each costs a connection and some memory. */
export const mostStreamsPerUser = 20
/** Likewise of one network address, behind which a whole office may be. */
export const mostStreamsPerAddress = 2_000
/** Under the usual 30 s after which proxies drop a silent connection. */
const heartbeatMs = 15_000

/**
 * Opens the stream; the handler must not answer afterwards. It ends with its session: at once where
 * `checkEventStreams` is called, else at the next heartbeat.
 * @throws AppError `rate_limited` when this person or network address has too many open.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply, reader: Reader): EventStream {
  const { userId, sessionId } = reader
  const address = senderOf(request.ip)
  const count = mostStreamsPerUser
  requireRoom((session) => session.reader.userId === userId, count, t('app.fault.tooManyStreams', { count }))
  const everybody = t('app.fault.tooManyStreamsHere')
  requireRoom((session) => session.address === address, mostStreamsPerAddress, everybody)
  const gone = new AbortController()
  const openedAt = performance.now()
  reply.hijack()
  const headers = reply.getHeaders() as Record<string, string>
  reply.raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  // The reader takes the stream for open when something comes through it: a proxy that holds it back is found out.
  reply.raw.write(': here\n\n')
  const beat = (): void => {
    reply.raw.write(': here\n\n')
    // One stream asks for all of its session.
    const sinceMs = performance.now() - session.askedAt
    if (session.askedAt <= openedAt || sinceMs >= heartbeatMs / 2) void checkSession(sessionId)
  }
  let beats: NodeJS.Timeout | undefined
  // Streams that were opened together, as after a restart, beat apart: their questions would come all at once.
  const first = setTimeout(() => {
    beat()
    beats = setInterval(beat, heartbeatMs)
  }, Math.random() * heartbeatMs)
  const stream: EventStream = {
    signal: gone.signal,
    send: (event, data) => {
      if (!gone.signal.aborted) reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    end: () => reply.raw.end(),
  }
  const session = sessions.get(sessionId) ?? {
    reader,
    address,
    streams: new Map(),
    askedAt: 0,
  }
  sessions.set(sessionId, session)
  session.streams.set(stream, request)
  request.raw.once('close', () => {
    clearTimeout(first)
    clearInterval(beats)
    session.streams.delete(stream)
    if (session.streams.size === 0 && sessions.get(sessionId) === session) sessions.delete(sessionId)
    gone.abort()
  })
  return stream
}

function requireRoom(counts: (session: Session) => boolean, most: number, sentence: string): void {
  let own = 0
  for (const session of sessions.values()) if (counts(session)) own += session.streams.size
  if (own < most) return
  throw new AppError('rate_limited', sentence, { retryAfterSeconds: 60 })
}

/** Asks whether a session is open, and ends its streams where not. */
async function checkSession(id: string): Promise<void> {
  const session = sessions.get(id)
  const [request] = session?.streams.values() ?? []
  if (!session || !request) return
  session.askedAt = performance.now()
  try {
    if (await request.server.isOpenSession(session.reader)) return
    for (const stream of session.streams.keys()) stream.end()
  } catch (error) {
    // A database that is away for a while says nothing about the session.
    request.log.debug({ err: error }, 'whether a reader may stay could not be asked')
  }
}

/** Ends every open stream, so that a stopping server does not wait for its readers. They reconnect. */
export function endEventStreams(): void {
  for (const { streams } of sessions.values()) for (const stream of streams.keys()) stream.end()
}

/** Ends the streams of sessions that are said to be over; only those ask whether it is so. */
export async function checkEventStreams(sessionIds: readonly string[]): Promise<void> {
  await Promise.all([...new Set(sessionIds)].map(checkSession))
}
