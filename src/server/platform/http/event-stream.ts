import type { FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#server/messages/t.ts'
import { AppError } from '../errors.ts'

/** A server-sent-events answer that stays open until the reader leaves or the server stops. */
export type EventStream = {
  /** Sends one event; `data` is written as JSON. */
  send: (event: string, data: unknown) => void
  /** Aborted when the reader has gone. */
  signal: AbortSignal
  end: () => void
}

type Reader = {
  userId: number
  sessionId: string
  /** Asks whether they may still read, and ends the stream where not. */
  check: () => Promise<void>
}

/** What is open, and who reads it. */
const open = new Map<EventStream, Reader>()
/** Over all their tabs, in one process: a tab holds one or two, and each costs a connection and some memory. */
export const mostStreamsPerUser = 20
/** Under the usual 30 s after which proxies drop a silent connection. */
const heartbeatMs = 15_000

/**
 * Opens the stream; the handler must not answer afterwards. It ends with its session: at once where
 * `checkEventStreams` is called, else at the next heartbeat.
 * @throws AppError `rate_limited` when this person has too many open.
 */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { userId, sessionId }: Omit<Reader, 'check'>,
): EventStream {
  const own = [...open.values()].filter((reader) => reader.userId === userId).length
  if (own >= mostStreamsPerUser) {
    throw new AppError('rate_limited', t('app.fault.tooManyStreams', { count: mostStreamsPerUser }), {
      retryAfterSeconds: 60,
    })
  }
  const gone = new AbortController()
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
  const beat = setInterval(() => {
    reply.raw.write(': here\n\n')
    void check()
  }, heartbeatMs)
  const stream: EventStream = {
    signal: gone.signal,
    send: (event, data) => {
      if (!gone.signal.aborted) reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    end: () => reply.raw.end(),
  }
  const check = async (): Promise<void> => {
    try {
      await request.server.authenticate(request)
    } catch (error) {
      // A database that is away for a while says nothing about the session.
      if (error instanceof AppError && error.code === 'unauthenticated') stream.end()
      else request.log.debug({ err: error }, 'whether a reader may stay could not be asked')
    }
  }
  open.set(stream, { userId, sessionId, check })
  request.raw.once('close', () => {
    clearInterval(beat)
    open.delete(stream)
    gone.abort()
  })
  return stream
}

/** Ends every open stream, so that a stopping server does not wait for its readers. They reconnect. */
export function endEventStreams(): void {
  for (const stream of open.keys()) stream.end()
}

/** Ends the streams of sessions that are said to be over; only those ask whether it is so. */
export async function checkEventStreams(sessionIds: readonly string[]): Promise<void> {
  const over = new Set(sessionIds)
  await Promise.all(
    [...open.values()].filter(({ sessionId }) => over.has(sessionId)).map(({ check }) => check()),
  )
}
