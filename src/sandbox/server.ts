import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { checkedToken, checkProof, needsScope, phoneFor, tokenText } from './graph/access.ts'
import type { Exchange } from './graph/exchange.ts'
import { errorBody, errorStatus, GraphError } from './graph/graph-errors.ts'
import type { ManagementLimits } from './graph/management-limits.ts'
import { refuseRemoved, servedVersion, unknownVersion } from './graph/versions.ts'
import { answerGraph, needsNoToken } from './graph.ts'
import { type OtherHandler, respond } from './http/answer.ts'
import { type Outcome, sendMessage } from './messages/messages.ts'
import { answerRupload } from './social/uploads.ts'
import { isObject } from './world/settings.ts'
import type { Part, World } from './world/world.ts'

/** Largest upload, with its form; only a caller with a token may send one. */
const largestUpload = 101 * 1024 * 1024
/** Everything else: a template with all it may hold is well under 100 kB. */
const largestBody = 1024 * 1024
/** More at once would fill the memory of the process, which may be the product's own. */
const mostUploads = 3

/** The HTTP server: the quick way for sends, Graph for the rest, the other doors before it. */
export function createSandboxServer(
  world: World,
  management: ManagementLimits,
  handlers: OtherHandler[],
): Server {
  const server = createServer((req, res) => {
    const url = req.url ?? '/'
    const question = url.indexOf('?')
    const path = question < 0 ? url : url.slice(0, question)
    const rupload = req.method === 'POST' ? answerRupload(world, path) : undefined
    if (rupload) {
      rupload(req, res).catch((error: unknown) => {
        world.log(`sandbox fault: ${String(error)}`)
        res.destroy()
      })
      return
    }
    let limit: number
    try {
      limit = bodyLimitFor(world, req, path, question < 0 ? '' : url.slice(question + 1))
    } catch (error) {
      req.resume()
      refuse(world, res, error, 'v24.0')
      return
    }
    readBody(req, res, limit, (raw) => {
      if (req.method === 'POST' && (path.endsWith('/messages') || path.endsWith('/marketing_messages'))) {
        answerSend(world, req, res, path, question < 0 ? '' : url.slice(question + 1), raw)
      } else {
        void answerOther(world, management, handlers, req, res, raw)
      }
    })
  })
  // Longer than clients keep idle connections, so that they are not cut off just as they are used again.
  server.keepAliveTimeout = 65_000
  server.requestTimeout = 120_000
  return server
}

/** Files on their way to the social networks: in pieces of some megabytes, or whole. */
const socialUpload = /\/(photos|videos|upload|dms-uploads)(\/|$)/

const uploadsUnderWay = new WeakMap<World, number>()

/** How long a body may be. A file is read only for a token that is good, and only a few at once. */
function bodyLimitFor(world: World, req: IncomingMessage, path: string, query: string): number {
  if (path.startsWith('/social/')) return socialUpload.test(path) ? largestUpload : largestBody
  const isUpload = path.endsWith('/media') || path.split('/').some((part) => part.startsWith('upload:'))
  if (req.method !== 'POST' || !isUpload) return largestBody
  const underWay = uploadsUnderWay.get(world) ?? 0
  if (underWay >= mostUploads)
    throw new GraphError(4, { message: '(#4) Too many uploads at once.', http: 429 })
  checkedToken(world, tokenText(req.headers, new URLSearchParams(query).get('access_token') ?? undefined))
  uploadsUnderWay.set(world, underWay + 1)
  req.once('close', () => uploadsUnderWay.set(world, (uploadsUnderWay.get(world) ?? 1) - 1))
  return largestUpload
}

function readBody(req: IncomingMessage, res: ServerResponse, limit: number, done: (raw: Buffer) => void) {
  const chunks: Buffer[] = []
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) {
      respond(
        res,
        413,
        errorBody(new GraphError(100, { message: '(#100) The request body is too large.' })),
        { connection: 'close' },
      )
      chunks.length = 0
      // The rest is thrown away, so that the answer is read before the connection ends.
      req.removeAllListeners('data').removeAllListeners('end').resume()
      return
    }
    chunks.push(chunk)
  })
  req.on('end', () => done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
  req.on('error', () => res.destroy())
}

/** `/v23.0/12345/messages` or `/12345/messages` → version and node. */
function readPath(path: string): { version: number; label: string; segments: string[] } {
  const segments = path.split('/').filter(Boolean)
  const served = servedVersion(segments[0] ?? '', Date.now())
  if (!served) throw unknownVersion(segments.join('/'))
  if (served.named) segments.shift()
  return { version: served.version, label: served.label, segments }
}

function answerSend(
  world: World,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  query: string,
  raw: Buffer,
) {
  let outcome: Outcome
  let label = ''
  try {
    const { version, segments, label: served } = readPath(path)
    label = served
    const queryToken =
      query === '' ? undefined : (new URLSearchParams(query).get('access_token') ?? undefined)
    refuseRemoved(Object.fromEntries(new URLSearchParams(query)), req.headers, Date.now())
    const token = checkedToken(world, tokenText(req.headers, queryToken))
    const phone = phoneFor(world, token, segments[0] ?? '', 'post')
    needsScope(token, 'whatsapp_business_messaging')
    outcome = sendMessage(
      world,
      phone,
      readParams(req, query, raw),
      version,
      segments[1] === 'marketing_messages',
    )
  } catch (error) {
    refuse(world, res, error, label)
    return
  }
  if (outcome.kind === 'cut') {
    req.socket.destroy()
    return
  }
  const [status, body, type] =
    outcome.kind === 'page'
      ? [outcome.status, errorPage(outcome.status), 'text/html']
      : [200, outcome.body, 'application/json; charset=UTF-8']
  const headers: Record<string, string> = { 'facebook-api-version': label }
  const { retryAfterSeconds } = world.faults
  if (outcome.kind === 'page' && retryAfterSeconds > 0) headers['retry-after'] = String(retryAfterSeconds)
  if (outcome.delayMs > 0) setTimeout(() => respond(res, status, body, headers, type), outcome.delayMs)
  else respond(res, status, body, headers, type)
}

/** A body is JSON or a form; Graph takes both, and the query beside them. */
function readParams(req: IncomingMessage, query: string, raw: Buffer): Record<string, unknown> {
  const params: Record<string, unknown> = query === '' ? {} : Object.fromEntries(new URLSearchParams(query))
  if (raw.length === 0) return params
  const type = req.headers['content-type'] ?? ''
  // Without a type Graph takes what does not look like JSON for a form.
  const isForm =
    type === '' || type.startsWith('text/plain') ? !/^\s*[[{]/.test(raw.toString('utf8', 0, 64)) : false
  if (type.startsWith('application/x-www-form-urlencoded')) return Object.assign(params, formParams(raw))
  if (
    type.startsWith('multipart/') ||
    type.startsWith('application/octet-stream') ||
    req.headers.file_offset !== undefined
  )
    return params
  if (isForm) return Object.assign(params, formParams(raw))
  let body: unknown
  try {
    body = JSON.parse(raw.toString())
  } catch {
    throw new GraphError(100, { message: '(#100) The request body is not valid JSON.' })
  }
  if (!isObject(body))
    throw new GraphError(100, { message: '(#100) The request body must be a JSON object.' })
  return query === '' ? body : Object.assign(params, body)
}

/** Form values are texts; those of messages that hold objects hold them as JSON. */
function formParams(raw: Buffer): Record<string, unknown> {
  const params: Record<string, unknown> = {}
  for (const [key, value] of new URLSearchParams(raw.toString())) {
    const looksLikeJson = value.startsWith('{') || value.startsWith('[')
    try {
      params[key] = looksLikeJson ? (JSON.parse(value) as unknown) : value
    } catch (cause) {
      throw new GraphError(100, { message: `(#100) Param ${key} must be valid JSON: ${String(cause)}` })
    }
  }
  return params
}

/** A path may begin with two slashes, which as a relative address would be a host. */
function addressOf(target: string): URL {
  try {
    const url = new URL(target.startsWith('/') ? `http://sandbox${target}` : target)
    url.pathname = url.pathname.replace(/\/{2,}/g, '/')
    return url
  } catch (cause) {
    throw new GraphError(100, { message: `(#100) Invalid address: ${String(cause)}` })
  }
}

async function answerOther(
  world: World,
  management: ManagementLimits,
  handlers: OtherHandler[],
  req: IncomingMessage,
  res: ServerResponse,
  raw: Buffer,
) {
  let label = ''
  try {
    const url = addressOf(req.url ?? '/')
    for (const handler of handlers) {
      if (await handler(req, res, url, raw)) return
    }
    const path = readPath(url.pathname)
    label = path.label
    const method = req.method === 'HEAD' ? 'GET' : req.method
    if (method !== 'GET' && method !== 'POST' && method !== 'DELETE')
      throw new GraphError(100, { message: '(#100) Unsupported method.' })
    const params = readParams(req, url.search.slice(1), raw)
    refuseRemoved(params, req.headers, Date.now())
    const text = tokenText(
      req.headers,
      typeof params.access_token === 'string' ? params.access_token : undefined,
    )
    const token = needsNoToken(path.segments.join('/')) ? null : checkedToken(world, text)
    if (token && params.appsecret_proof !== undefined)
      checkProof(world, token, String(params.appsecret_proof))
    const x: Exchange<keyof World> = {
      world,
      method,
      version: path.version,
      headers: req.headers,
      params,
      raw,
      token,
    }
    const answer = await answerGraph(x, path.segments, management.count)
    respond(res, answer.status ?? 200, JSON.stringify(answer.body), {
      ...answer.headers,
      'facebook-api-version': label,
    })
  } catch (error) {
    refuse(world, res, error, label)
  }
}

function refuse(world: Part<'ledger' | 'log'>, res: ServerResponse, error: unknown, label: string) {
  if (!(error instanceof GraphError)) {
    world.log(`sandbox fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    respond(res, 500, errorBody(new GraphError(1, { message: 'An unknown error occurred', http: 500 })), {})
    return
  }
  const { refused } = world.ledger.counts
  refused[error.code] = (refused[error.code] ?? 0) + 1
  const headers: Record<string, string> = {
    ...error.parts.headers,
    ...(label && { 'facebook-api-version': label }),
  }
  if (errorStatus(error) === 401)
    headers['www-authenticate'] =
      `OAuth "Facebook Platform" "invalid_token" "${error.message.replace(/"/g, "'")}"`
  respond(res, errorStatus(error), errorBody(error), headers)
}

/** What a proxy in front of Graph shows when it has no answer. */
const errorPage = (status: number) =>
  `<!DOCTYPE html><html><head><title>Error ${status}</title></head><body><h1>Sorry, something went wrong.</h1></body></html>`
