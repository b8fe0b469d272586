import { subscribe } from 'node:diagnostics_channel'
import { type Dispatcher, Pool } from 'undici'
import { type MetaError, transportError } from '../errors/meta-error.ts'
import type { Headers } from './graph-usage.ts'

/** A whole answer, whatever its status. */
export type HttpAnswer = { status: number; headers: Headers; text: string }

export type HttpRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Name, value, name, value …: the cheapest form for undici. */
  headers: string[]
  body?: string | Uint8Array
  /** For everything: waiting for a free connection, connecting, sending, the answer to its last byte. */
  timeoutMs: number
  /** Called when it leaves, unless it is the first one on its connection. */
  onUsedConnection?: (() => void) | undefined
}

type PoolLimits = { connections: number; connectTimeoutMs: number }

/** A list of 100 templates is some 200 kB; an answer beyond this is not one. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024
/** Shorter than servers keep idle connections: a request on a connection they just closed has an unknown end. */
const KEEP_ALIVE_MS = 4_000

/**
 * Connections to one origin, one request at a time on each: behind a slow answer nothing waits that may have
 * left already. HTTP/1.1 only, so that `onRequestStart` below means "now the bytes go to the socket".
 */
export function openPool(origin: string, { connections, connectTimeoutMs }: PoolLimits): Pool {
  return new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    connectTimeout: connectTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // One limit of our own covers the whole request; undici's would only add a second clock.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Connections that have carried a request. */
const usedConnections = new WeakSet<object>()
/** The request that undici starts now: it writes the headers before it does anything else. */
let starting: HttpRequest | undefined
subscribe('undici:client:sendHeaders', (message) => {
  const { socket } = message as { socket: object }
  if (usedConnections.has(socket)) starting?.onUsedConnection?.()
  usedConnections.add(socket)
  starting = undefined
})

/**
 * Sends one request. undici calls `onRequestStart` before the first byte: without it the request was never sent,
 * after it the outcome is unknown, except for a 4xx whose body is lost. A second start is refused.
 */
export function sendRequest(pool: Dispatcher, request: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined
    let settled = false
    let status = 0
    let headers: Headers = {}
    let size = 0
    const chunks: Buffer[] = []

    const fail = (cause: Error) => {
      if (settled) return
      settled = true
      clearTimeout(timer)
      reject(classify(cause, controller !== undefined, status))
    }
    const timer = setTimeout(() => {
      const cause = new TimeLimitError(`no complete answer within ${request.timeoutMs} ms`)
      fail(cause)
      controller?.abort(cause)
    }, request.timeoutMs)

    pool.dispatch(request, {
      onRequestStart(started) {
        if (settled) throw new Error('given up before it was sent')
        if (controller) throw new Error('connection reset after the request may have left')
        controller = started
        starting = request
      },
      onResponseStart(_controller, statusCode, answerHeaders) {
        if (statusCode < 200) return
        status = statusCode
        headers = answerHeaders
      },
      onResponseData(current, chunk) {
        size += chunk.length
        if (size > MAX_ANSWER_BYTES) current.abort(new Error(`answer larger than ${MAX_ANSWER_BYTES} bytes`))
        else chunks.push(chunk)
      },
      onResponseEnd() {
        if (settled) return
        settled = true
        clearTimeout(timer)
        const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
        resolve({ status, headers, text: body.toString('utf8') })
      },
      onResponseError(_controller, error) {
        fail(error)
      },
    })
  })
}

class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError'
  readonly code = 'TIME_LIMIT'
}

function classify(cause: Error, started: boolean, status: number): MetaError {
  const code = codeOf(cause)
  const message = `${code ? `${code}: ` : ''}${cause.message || cause.name}`
  if (!started) {
    const kind = code === 'UND_ERR_INVALID_ARG' ? 'malformed' : 'unreachable'
    return transportError(kind, { delivery: 'never_sent', message: `never sent: ${message}`, cause })
  }
  if (isClientError(status)) {
    return transportError('refusalUnread', {
      delivery: 'refused',
      httpStatus: status,
      message: `HTTP ${status}, body lost: ${message}`,
      cause,
    })
  }
  const httpStatus = status || undefined
  return transportError('silent', {
    delivery: 'unknown',
    httpStatus,
    message: `no answer: ${message}`,
    cause,
  })
}

/** Refused by its status alone. 408 is a proxy's time-out, behind which anything may have happened. */
export function isClientError(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408
}

/** Connecting to several addresses fails with an AggregateError, whose first error has the reason. */
function codeOf(error: Error): string | undefined {
  if ('code' in error && typeof error.code === 'string') return error.code
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0])
  return error.cause instanceof Error ? codeOf(error.cause) : undefined
}
