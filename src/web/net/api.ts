import { queryOptions } from '@tanstack/react-query'
import {
  type Endpoint,
  type InputOf,
  pathWith,
  type ResponseOf,
  sessionTokenHeader,
} from '#contract/endpoint.ts'
import { currentLanguage } from '#contract/messages/language.ts'
import { currentSession, endSession, followStorage, noteNeedsFactor, renewToken } from '../session/session.ts'
import {
  type ApiError,
  errorFromAnswer,
  networkError,
  notLoggedInError,
  parseObject,
  unreadableError,
} from './api-error.ts'

export { ApiError, sentenceFor } from './api-error.ts'

type CallOptions = {
  signal?: AbortSignal
  /** Lets the request outlive the page, for the last words of a session. */
  keepalive?: boolean
  /** Speaks as this token instead of the session's. */
  token?: string
  /** A further call with the same key and body is not done again: `sendOnce` chooses it. */
  idempotencyKey?: string
}

type AnyInput = { params?: unknown; query?: unknown; body?: unknown }
/** Nothing to pass where the endpoint takes nothing. */
export type CallArguments<E> =
  object extends InputOf<E>
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

/**
 * Calls an endpoint of the contract: `await call(leads.list, { query: { tag } })`.
 * Throws an ApiError. An answer that ends the session (401) has done so before this throws.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...args: CallArguments<E>
): Promise<ResponseOf<E>> {
  const [input, options = {}] = args as [AnyInput | undefined, CallOptions | undefined]
  const token = options.token ?? currentSession()?.token
  if (!token && endpoint.access !== 'public') throw notLoggedInError()
  const response = await send(endpoint, input, { ...options, token })
  const renewed = response.headers.get(sessionTokenHeader)
  if (renewed && token === currentSession()?.token) renewToken(renewed)
  const text = await readText(response)
  if (!response.ok) throw failure(endpoint, response.status, text, token)
  const body = parseObject(text)
  if (!body) throw unreadableError(response.status)
  // An answer in the shape of a failure is one, whatever its status says.
  if (body.success === false) throw failure(endpoint, response.status, text, token)
  return body as ResponseOf<E>
}

/** A query for useQuery: `useQuery(queryFor(leads.list, { query: { tag } }))`. */
export function queryFor<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  const input = args[0]
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }): Promise<ResponseOf<E>> =>
      call(endpoint, ...([input, { signal }] as CallArguments<E>)),
  })
}

/**
 * A query for an editor: an answer of this visit alone. One that was kept from before would be saved over what a
 * colleague changed since.
 */
export function editQuery<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  const { queryKey, queryFn } = queryFor(endpoint, ...args)
  return { queryKey: [...queryKey, 'edit'], queryFn, gcTime: 0 }
}

/** The cache key of an endpoint's answers; without input, of all of them: `invalidateQueries({ queryKey: keyOf(leads.list) })`. */
export function keyOf(endpoint: Endpoint, input?: unknown): readonly unknown[] {
  return input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input]
}

/** The request itself, with the session's token in its header. Not for screens: they use `call`. */
export async function send(
  endpoint: Endpoint,
  input: AnyInput | undefined,
  options: CallOptions & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    ...options.headers,
  }
  const token = options.token ?? currentSession()?.token
  if (token && endpoint.access !== 'public') headers.authorization = `Bearer ${token}`
  const body = input?.body === undefined ? undefined : JSON.stringify(input.body)
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    return await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers,
      body,
      signal: options.signal,
      keepalive: options.keepalive,
      credentials: 'omit',
    })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw networkError(error)
  }
}

/** The address of a call: path with its parameters, and the query; an absent value is left out, a list repeats its name. */
export function addressOf(endpoint: Endpoint, input?: AnyInput): string {
  const path = pathWith(endpoint.path, input?.params as Record<string, string | number> | undefined)
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input?.query ?? {}) as Record<string, unknown>)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') query.append(name, String(item))
    }
  }
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/**
 * The error of a failing answer to a call that spoke as `token`. A session that the server no longer knows ends
 * here; a late answer to an earlier session does not end the present one.
 */
export function failure(
  endpoint: Endpoint,
  status: number,
  text: string,
  token: string | undefined,
): ApiError {
  const error = errorFromAnswer(status, text)
  const ended = status === 401 && endpoint.access !== 'public' && error.code !== 'wrong_credentials'
  if (ended && token === currentSession()?.token && !followStorage()) endSession('refused')
  if (error.code === 'two_factor_required') noteNeedsFactor(true)
  return error
}

async function readText(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw networkError(error)
  }
}
