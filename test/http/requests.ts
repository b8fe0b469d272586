import { type Endpoint, pathWith } from '#contract/endpoint.ts'
import type { TestServer } from '../server.ts'

export type FormFile = { name: string; content: string | Uint8Array }

/** What a call carries. `form` is a multipart body: texts, and one file. */
export type Request = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  form?: Record<string, string | FormFile>
}

export type Reply = { status: number; type: string; text: string }

export function urlOf(endpoint: Endpoint, { params, query = {} }: Request): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) search.append(name, String(each))
  }
  return `${pathWith(endpoint.path, params)}${search.size > 0 ? `?${search}` : ''}`
}

/** A multipart body with its headers, as `inject` takes it. */
export async function formOf(fields: Record<string, string | FormFile>, token?: string) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value)
    else form.set(name, new Blob([Buffer.from(value.content)]), value.name)
  }
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }
}

/** Makes a call whose body is sent unchanged, JSON or not. */
export async function requestRaw(
  server: TestServer,
  endpoint: Endpoint,
  sent: Request,
  payload: string | Buffer,
  token: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Reply> {
  const answer = await server.http.inject({
    method: endpoint.method,
    url: urlOf(endpoint, sent),
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, type: '', text: answer.body }
}

/** The request with another value at a path such as `body.audience.lead_ids[]`; what is missing on the way is made. */
export function withValue(sent: Request, path: string, value: unknown): Request {
  // The fields of a form are named in the contract as those of a body.
  if (sent.form && path.startsWith('body.'))
    return { ...sent, form: { ...sent.form, [path.slice('body.'.length)]: String(value) } }
  const put = (holder: unknown, steps: readonly string[]): unknown => {
    const [step, ...rest] = steps
    if (step === undefined) return value
    if (step === '[]') return [put({}, rest)]
    if (step === '{}') return { 1: put({}, rest) }
    return {
      ...(holder as object),
      [step]: put((holder as Record<string, unknown> | undefined)?.[step], rest),
    }
  }
  return put(sent, path.replaceAll('[]', '.[]').split('.')) as Request
}

/** How long an event stream is listened to when nothing comes. */
const listenMs = 150

/**
 * Makes a call as it comes from outside: nothing is checked here. Files and event streams go over a real connection;
 * of an event stream, what comes within a moment is answered.
 */
export async function request(
  server: TestServer,
  endpoint: Endpoint,
  { params, query, body, form }: Request,
  token?: string,
): Promise<Reply> {
  const url = urlOf(endpoint, { params, query })
  if (endpoint.raw) return await overTheWire(`${server.url}${url}`, endpoint.method, token, body)
  const encoded = form
    ? await formOf(form, token)
    : {
        ...(body !== undefined && { payload: JSON.stringify(body) }),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      }
  const answer = await server.http.inject({ method: endpoint.method, url, ...encoded })
  return {
    status: answer.statusCode,
    type: String(answer.headers['content-type'] ?? ''),
    text: answer.body,
  }
}

async function overTheWire(url: string, method: string, token?: string, body?: unknown): Promise<Reply> {
  const leave = new AbortController()
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    signal: leave.signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const type = answer.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream')) {
    return { status: answer.status, type, text: Buffer.from(await answer.arrayBuffer()).toString() }
  }
  const received = { text: '' }
  const timer = setTimeout(() => leave.abort(), listenMs)
  await readInto(received, answer, leave.signal)
  clearTimeout(timer)
  return { status: answer.status, type, text: received.text }
}

async function readInto(received: { text: string }, answer: Response, left: AbortSignal): Promise<void> {
  try {
    for await (const chunk of answer.body ?? []) received.text += Buffer.from(chunk).toString()
  } catch (error) {
    if (!left.aborted) throw error
  }
}

/** Follows an event stream until `leave` is called; the received text grows. */
export async function follow(url: string, token: string) {
  const leave = new AbortController()
  const answer = await fetch(url, { signal: leave.signal, headers: { authorization: `Bearer ${token}` } })
  const received = { text: '' }
  const end = readInto(received, answer, leave.signal)
  return {
    received,
    leave: async () => {
      leave.abort()
      await end
    },
  }
}
