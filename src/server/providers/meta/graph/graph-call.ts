import type { Pool } from 'undici'
import type { z } from 'zod'
import { MetaError, transportError } from '../errors/meta-error.ts'
import { boundBody, type Exchange, redactAnswer, redactParameters, redactRequestBody } from './exchange.ts'
import { errorFromAnswer, unreadableAnswer } from './graph-answer.ts'
import { type HttpAnswer, type HttpRequest, openPool, sendRequest } from './graph-http.ts'
import { parseGraphJson } from './graph-json.ts'
import { headerText, readUsage } from './graph-usage.ts'

export type QueryValue = string | number | boolean | undefined

/** One call to Graph, whose answer is checked by `answer`. */
type GraphCall<T> = {
  method: 'GET' | 'POST' | 'DELETE'
  /** After the version, with its leading slash; ids through `idPart`. */
  path: string
  query?: Record<string, QueryValue>
  /** Sent as `Authorization: Bearer`. Left out for calls that prove themselves by the app secret. */
  token?: string
  /** The resumable upload wants the word `OAuth` in place of `Bearer`. */
  authorizationWord?: string
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  bytes?: { content: Uint8Array; contentType: string }
  timeoutMs?: number
  /** Texts besides the token that must appear in no log and no error. */
  secrets?: readonly string[]
  answer: z.ZodType<T>
}

type GraphOptions = {
  /** `https://graph.facebook.com`, or where something answers as it does; a path in front is kept. */
  graphUrl: string
  version: string
  requestTimeoutMs: number
  connectTimeoutMs: number
  messageConnections: number
  record?: ((exchange: Exchange) => void) | undefined
}

/** Marketing templates may go through an endpoint of their own (…/whatsapp/marketing-messages). */
export type MessageEndpoint = 'messages' | 'marketing_messages'

export type MessageOptions = Pick<HttpRequest, 'onUsedConnection'> & {
  /** `messages` unless it is said. */
  endpoint?: MessageEndpoint
}

export type Graph = {
  /** The version that calls ask for. */
  version: string
  /** The version that answered last; undefined before the first answer, and where it was not named. */
  servedVersion: () => string | undefined
  call: <T>(call: GraphCall<T>) => Promise<T>
  /** The light way for messages: no schema, own connections. Resolves with the raw text of a 2xx answer. */
  postMessage: (
    token: string,
    phoneNumberId: string,
    bodyText: string,
    options?: MessageOptions,
  ) => Promise<HttpAnswer>
  close: () => Promise<void>
}

/** Templates, numbers and settings need few connections, and must not wait behind messages. */
const MANAGEMENT_CONNECTIONS = 16

export function openGraph(options: GraphOptions): Graph {
  const base = new URL(options.graphUrl)
  const prefix = `${base.pathname.replace(/\/+$/, '')}/${options.version}`
  const { connectTimeoutMs, requestTimeoutMs, record } = options
  const messages = openPool(base.origin, { connections: options.messageConnections, connectTimeoutMs })
  const management = openPool(base.origin, { connections: MANAGEMENT_CONNECTIONS, connectTimeoutMs })

  let served: string | undefined
  const call = async <T>(wanted: GraphCall<T>): Promise<T> => {
    const { request, requestBody } = prepare(wanted, prefix, requestTimeoutMs)
    const secrets = [wanted.token, ...(wanted.secrets ?? [])].filter((secret) => secret !== undefined)
    const answer = await exchangeOver(management, request, record, {
      requestBody,
      answerBody: (text) => redactAnswer(text, secrets),
    })
    served = headerText(answer.headers, 'facebook-api-version') ?? served
    if (answer.status < 200 || answer.status > 299) throw errorFromAnswer(answer, secrets)
    return readAnswer(wanted.answer, answer, secrets)
  }

  const postMessage = async (
    token: string,
    phoneNumberId: string,
    bodyText: string,
    { endpoint = 'messages', onUsedConnection }: MessageOptions = {},
  ): Promise<HttpAnswer> => {
    const request: HttpRequest = {
      method: 'POST',
      path: `${prefix}/${idPart(phoneNumberId)}/${endpoint}`,
      headers: ['authorization', `Bearer ${checkedToken(token)}`, 'content-type', 'application/json'],
      body: bodyText,
      timeoutMs: requestTimeoutMs,
      onUsedConnection,
    }
    const answer = await exchangeOver(messages, request, record, {
      requestBody: bodyText,
      answerBody: (text) => redactAnswer(text, [token]),
    })
    if (answer.status < 200 || answer.status > 299) throw errorFromAnswer(answer, [token])
    return answer
  }

  let closing: Promise<unknown> | undefined
  return {
    version: options.version,
    servedVersion: () => served,
    call,
    postMessage,
    close: async () => {
      closing ??= Promise.all([messages.close(), management.close()])
      await closing
    },
  }
}

function prepare<T>(
  wanted: GraphCall<T>,
  prefix: string,
  timeoutMs: number,
): { request: HttpRequest; requestBody: string | undefined } {
  const headers = Object.entries(wanted.headers ?? {}).flat()
  if (wanted.token !== undefined) {
    headers.push('authorization', `${wanted.authorizationWord ?? 'Bearer'} ${checkedToken(wanted.token)}`)
  }
  const request: HttpRequest = {
    method: wanted.method,
    path: `${prefix}${wanted.path}${queryText(wanted.query)}`,
    headers,
    timeoutMs: wanted.timeoutMs ?? timeoutMs,
  }
  let requestBody: string | undefined
  if (wanted.json !== undefined) {
    request.body = JSON.stringify(wanted.json)
    headers.push('content-type', 'application/json')
    requestBody = redactRequestBody(request.body)
  } else if (wanted.form !== undefined) {
    request.body = new URLSearchParams(wanted.form).toString()
    headers.push('content-type', 'application/x-www-form-urlencoded')
    requestBody = redactParameters(request.body)
  } else if (wanted.bytes !== undefined) {
    request.body = wanted.bytes.content
    headers.push('content-type', wanted.bytes.contentType)
    requestBody = `(${wanted.bytes.content.byteLength} bytes)`
  }
  return { request, requestBody }
}

type Logged = { requestBody: string | undefined; answerBody: (text: string) => string }

async function exchangeOver(
  pool: Pool,
  request: HttpRequest,
  record: ((exchange: Exchange) => void) | undefined,
  logged: Logged,
): Promise<HttpAnswer> {
  if (!record) return sendRequest(pool, request)
  const startedAt = Date.now()
  const begun = performance.now()
  const exchange: Exchange = {
    startedAt,
    durationMs: 0,
    method: request.method,
    path: redactParameters(request.path),
  }
  if (logged.requestBody !== undefined) exchange.requestBody = boundBody(logged.requestBody)
  try {
    const answer = await sendRequest(pool, request)
    exchange.status = answer.status
    exchange.responseBody = logged.answerBody(answer.text)
    nameAnswer(exchange, answer)
    return answer
  } catch (error) {
    if (error instanceof MetaError) exchange.failure = { delivery: error.delivery, reason: error.message }
    throw error
  } finally {
    exchange.durationMs = performance.now() - begun
    recordSafely(record, exchange)
  }
}

/** A failing log must not turn a message that was taken into one that failed. */
function recordSafely(record: (exchange: Exchange) => void, exchange: Exchange): void {
  try {
    record(exchange)
  } catch (error) {
    process.emitWarning(`An exchange with Meta could not be recorded: ${String(error)}`)
  }
}

function nameAnswer(exchange: Exchange, { headers }: HttpAnswer): void {
  const traceId = headerText(headers, 'x-fb-trace-id')
  const requestId = headerText(headers, 'x-fb-request-id')
  const revision = headerText(headers, 'x-fb-rev')
  const { percent } = readUsage(headers)
  if (traceId !== undefined) exchange.traceId = traceId
  if (requestId !== undefined) exchange.requestId = requestId
  if (revision !== undefined) exchange.revision = revision
  if (percent !== undefined) exchange.usagePercent = percent
}

function readAnswer<T>(schema: z.ZodType<T>, answer: HttpAnswer, secrets: readonly string[]): T {
  let value: unknown
  try {
    value = parseGraphJson(answer.text)
  } catch (error) {
    throw unreadableAnswer(answer, error instanceof Error ? error.message : 'not JSON', secrets)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // Graph answers some failures with status 200.
  if (typeof value === 'object' && value !== null && 'error' in value) throw errorFromAnswer(answer, secrets)
  const places = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw unreadableAnswer(answer, places.join('; '), secrets)
}

function queryText(query: Record<string, QueryValue> | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** An id as a part of a path: digits as they are, anything else so that it cannot leave its place. */
export function idPart(id: string): string {
  return /^\d+$/.test(id) ? id : encodeURIComponent(id)
}

function checkedToken(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw transportError('badToken', {
    delivery: 'never_sent',
    message: 'never sent: the access token is empty or has characters that no header may carry',
  })
}
