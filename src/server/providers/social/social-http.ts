import type { z } from 'zod'
import { readText } from '#server/platform/outside/read-text.ts'
import { SocialError } from './social-error.ts'

/** One call to a network, without the secrets in it: for a log. */
export type SocialExchange = {
  method: string
  /** Without its query, which may hold tokens and codes. */
  address: string
  status?: number
  durationMs: number
  failure?: string
}

export type SocialCall<T> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  query?: Record<string, string | undefined>
  /** Sent as `Authorization: Bearer`. */
  token?: string
  headers?: Record<string, string>
  form?: Record<string, string>
  json?: unknown
  /** Anything else: a multipart form, or bytes. A stream needs its length in `headers`. */
  body?: FormData | Uint8Array | ReadableStream
  timeoutMs?: number
  /** Statuses besides 2xx that are an answer, not a failure. */
  alsoGood?: readonly number[]
  answer: z.ZodType<T>
  /** Makes the error of an answer that is not 2xx: each network has its own shape. */
  errorOf: (answer: FailedAnswer) => SocialError
}

export type FailedAnswer = { status: number; body: unknown; headers: Headers }

/** Calls a network and reads its JSON answer. Rejects with a SocialError and nothing else. */
export type AskNetwork = (<T>(call: SocialCall<T>) => Promise<T>) & {
  /** The same with status and headers, for networks that answer in them. */
  whole: <T>(call: SocialCall<T>) => Promise<WholeAnswer<T>>
}
export type WholeAnswer<T> = { status: number; headers: Headers; body: T }

const defaultTimeoutMs = 30_000
/** Lists of 100 accounts are some 100 kB; beyond this an answer is not one. */
const largestAnswerBytes = 4 * 1024 * 1024

/** @param usage is given the headers of each answer: what share of a limit is used. */
export function createAskNetwork(
  record?: (exchange: SocialExchange) => void,
  usage?: (address: string, headers: Headers) => void,
): AskNetwork {
  const whole: AskNetwork['whole'] = async (call) => {
    const exchange: SocialExchange = { method: call.method, address: call.url, durationMs: 0 }
    const begun = performance.now()
    try {
      const answer = await send(call)
      exchange.status = answer.status
      usage?.(call.url, answer.headers)
      const body = parse(answer.text)
      const isGood = answer.status >= 200 && answer.status <= 299
      if (!isGood && !call.alsoGood?.includes(answer.status)) {
        const error = call.errorOf({ status: answer.status, body, headers: answer.headers })
        error.message = withoutSecrets(call, error.message)
        throw error
      }
      return { status: answer.status, headers: answer.headers, body: read(call.answer, body, answer.status) }
    } catch (error) {
      exchange.failure = error instanceof SocialError ? `${error.fault}: ${error.message}` : String(error)
      throw error
    } finally {
      exchange.durationMs = performance.now() - begun
      record?.(exchange)
    }
  }
  return Object.assign(async <T>(call: SocialCall<T>) => (await whole(call)).body, { whole })
}

/** Parameters whose values no log may have. */
const secretNames = new Set([
  'access_token',
  'client_secret',
  'code',
  'code_verifier',
  'fb_exchange_token',
  'input_token',
  'refresh_token',
  'token',
])

/** Networks quote a token or code that they do not take. */
function withoutSecrets(call: SocialCall<unknown>, words: string): string {
  const given = Object.entries({ ...call.query, ...call.form })
  const secrets = given.flatMap(([name, value]) => (value && secretNames.has(name) ? [value] : []))
  return [call.token ?? '', ...secrets]
    .filter((secret) => secret.length >= 6)
    .reduce((text, secret) => text.replaceAll(secret, '[redacted]'), words)
}

async function send<T>(call: SocialCall<T>): Promise<{ status: number; headers: Headers; text: string }> {
  const url = new URL(call.url)
  for (const [name, value] of Object.entries(call.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, value)
  try {
    const answer = await fetch(url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.token && { authorization: `Bearer ${call.token}` }),
        ...(call.json !== undefined && { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body: bodyOf(call),
      ...(call.body instanceof ReadableStream && { duplex: 'half' as const }),
      signal: AbortSignal.timeout(call.timeoutMs ?? defaultTimeoutMs),
      // An API never redirects; a token must not follow one to another host.
      redirect: call.alsoGood ? 'manual' : 'error',
    })
    return {
      status: answer.status,
      headers: answer.headers,
      text: await readText(answer, largestAnswerBytes),
    }
  } catch (error) {
    throw new SocialError('unreachable', 'The network could not be reached.', {
      mayBeDone: call.method !== 'GET' && !neverLeft(error),
      cause: error,
    })
  }
}

function bodyOf(call: SocialCall<unknown>): BodyInit | undefined {
  if (call.form) return new URLSearchParams(call.form)
  if (call.json !== undefined) return JSON.stringify(call.json)
  return call.body as BodyInit | undefined
}

/** Failures before a connection was there: the request was not sent. */
const beforeSending = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

function neverLeft(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return (
    typeof cause === 'object' && cause !== null && 'code' in cause && beforeSending.has(String(cause.code))
  )
}

/** JSON, or undefined: a page of a proxy, an empty answer. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function read<T>(schema: z.ZodType<T>, body: unknown, status: number): T {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new SocialError('unreadable', `The answer is not in the expected shape (${places.join('; ')}).`, {
    status,
    mayBeDone: true,
  })
}

export const retryAfterOf = (headers: Headers): number | undefined => {
  const seconds = Number(headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined
}

/** What every network's fault has in common, by its status alone. */
export function errorByStatus({ status, headers }: FailedAnswer, words: string): SocialError {
  const more = { status, retryAfterSeconds: retryAfterOf(headers) }
  if (status === 429) return new SocialError('rate_limited', words, more)
  if (status >= 500) return new SocialError('unreachable', words, { ...more, mayBeDone: true })
  if (status === 401) return new SocialError('dead_token', words, { ...more, dead: 'revoked' })
  if (status === 403) return new SocialError('no_permission', words, more)
  return new SocialError('refused', words, more)
}
