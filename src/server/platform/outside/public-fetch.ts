import { type LookupAddress, lookup as resolveName } from 'node:dns'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { isPublic } from './public-addresses.ts'
import { isListed, type Reach } from './reach.ts'

export type OutsideFault =
  | 'bad_address'
  | 'not_public'
  | 'not_listed'
  | 'not_found'
  | 'unreachable'
  | 'refused'
  | 'too_many_redirects'

/** Why an address of the outside cannot be read: a code, the host, and the status where it answered. */
export class OutsideError extends Error {
  readonly fault: OutsideFault
  readonly host: string
  readonly status: number
  constructor(fault: OutsideFault, host: string, more: { status?: number; cause?: unknown } = {}) {
    super(`${host}: ${fault}`, { cause: more.cause })
    this.fault = fault
    this.host = host
    this.status = more.status ?? 0
  }
}

export type OutsideAnswer = {
  /** After all redirects. */
  url: URL
  status: number
  headers: Dispatcher.ResponseData['headers']
  body: Dispatcher.ResponseData['body']
}

type Options = Partial<Reach> & {
  signal: AbortSignal
  accept?: string
  userAgent?: string
}

const mostRedirects = 5
const ports = new Set(['', '80', '443', '8080', '8443'])
const redirects = new Set([301, 302, 303, 307, 308])

/**
 * Gets an address that a person gave. Only http and https; every name is checked when the connection is made, at each
 * redirect again, so that neither a name nor a redirect leads into our own network.
 * @throws OutsideError
 */
export async function getOutside(address: string, options: Options): Promise<OutsideAnswer> {
  let url = readAddress(address, undefined, options)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await ask(url, options)
    const location = headerOf(answer.headers, 'location')
    if (!redirects.has(answer.statusCode) || !location) {
      if (answer.statusCode === 200)
        return { url, status: answer.statusCode, headers: answer.headers, body: answer.body }
      discard(answer.body)
      throw new OutsideError('refused', url.host, { status: answer.statusCode })
    }
    discard(answer.body)
    url = readAddress(location, url, options)
  }
  throw new OutsideError('too_many_redirects', url.host)
}

/**
 * Calls an address that a person gave, guarded like a get. Redirects are not followed: the data is for this address.
 * @throws OutsideError
 */
export async function callOutside(
  address: string,
  call: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | undefined },
  options: Options,
): Promise<OutsideAnswer> {
  const url = readAddress(address, undefined, options)
  const answer = await ask(url, options, call)
  if (answer.statusCode >= 200 && answer.statusCode < 300) {
    return { url, status: answer.statusCode, headers: answer.headers, body: answer.body }
  }
  discard(answer.body)
  throw new OutsideError('refused', url.host, { status: answer.statusCode })
}

function readAddress(address: string, base: URL | undefined, { allowed, hosts }: Partial<Reach>): URL {
  if (!URL.canParse(address, base)) throw new OutsideError('bad_address', address.slice(0, 100))
  const url = new URL(address, base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw new OutsideError('bad_address', url.host)
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isOwn = isIP(host) !== 0 && allowed !== undefined && !isPublic(host) && isPublic(host, allowed)
  if (!isOwn && hosts && !isListed(host, hosts)) throw new OutsideError('not_listed', url.host)
  if (!isOwn && !ports.has(url.port)) throw new OutsideError('not_public', url.host)
  // A name is checked when it is resolved; an IP address is not looked up.
  if (isIP(host) !== 0 && !isPublic(host, allowed)) throw new OutsideError('not_public', url.host)
  url.hash = ''
  return url
}

type Call = Parameters<typeof callOutside>[1]

async function ask(
  url: URL,
  { signal, allowed, accept, userAgent }: Options,
  { method, headers, body }: Call = { method: 'GET', headers: {} },
) {
  const dispatcher = guarded(allowed)
  try {
    return await request(url, {
      dispatcher,
      signal,
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...headers,
        accept: accept ?? '*/*',
        'accept-encoding': 'identity',
        'user-agent': userAgent ?? 'Tidings/0.1',
      },
    })
  } catch (error) {
    const fault = faultOf(error)
    throw new OutsideError(fault, url.host, { cause: error })
  }
}

/** Error codes that are made below when a name leads to an address that is not public. */
const notPublic = 'NOT_PUBLIC'

function faultOf(error: unknown): OutsideFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === notPublic) return 'not_public'
  return code === 'ENOTFOUND' || code === 'EAI_NONAME' ? 'not_found' : 'unreachable'
}

const refusal = (address: string) =>
  Object.assign(new Error(`${address} is not a public address`), { code: notPublic })

const agents = new WeakMap<object, Agent>()
const everywhere = {}

/** An agent whose connections reach only what may be reached; one for each list of allowed networks. */
function guarded(allowed: BlockList | undefined): Agent {
  const existing = agents.get(allowed ?? everywhere)
  if (existing) return existing
  const lookup: LookupFunction = (host, options, done) => {
    resolveName(host, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      const closed = addresses?.find(({ address }) => !isPublic(address, allowed))
      const [first] = addresses ?? []
      if (error || !first || closed) {
        done(error ?? refusal(closed?.address ?? host), '', 0)
      } else if (options.all) (done as unknown as (e: null, all: LookupAddress[]) => void)(null, addresses)
      else done(null, first.address, first.family)
    })
  }
  const connect = buildConnector({ lookup, timeout: 5_000 })
  const agent = new Agent({
    headersTimeout: 10_000,
    bodyTimeout: 20_000,
    keepAliveTimeout: 1,
    maxHeaderSize: 32_768,
    // The connection itself is looked at as well, whatever was resolved.
    connect: (options, done) =>
      connect(options, (error, socket) => {
        if (error || !socket) return done(error ?? new Error('no connection'), null)
        const address = socket.remoteAddress ?? ''
        if (isPublic(address, allowed)) return done(null, socket)
        socket.destroy()
        return done(refusal(address), null)
      }),
  })
  agents.set(allowed ?? everywhere, agent)
  return agent
}

/** A body that is not read must be thrown away, or it keeps its connection. */
export function discard(body: OutsideAnswer['body']): void {
  body.on('error', () => undefined)
  body.destroy()
}

export function headerOf(headers: OutsideAnswer['headers'], name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}
