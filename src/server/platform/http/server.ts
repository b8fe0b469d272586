import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { acceptedLanguages, pickLanguage } from '#contract/messages/language.ts'
import { inLanguage } from '#server/messages/language.ts'
import type { Logger } from '../log.ts'
import { letDrain } from './closing/draining.ts'
import { readUnreadBodies } from './closing/unread-bodies.ts'
import { endEventStreams } from './event-stream.ts'
import { answerFailure, answerUnknownPath } from './failures.ts'
import { watchForeground } from './foreground.ts'
import { hashBody } from './idempotency/fingerprint.ts'
import { type IdempotencyStore, keepAnswers } from './idempotency/once.ts'
import { openQuickRoutes } from './quick-routes.ts'

/** The signed-in person of a request, or who made its API key. The business id comes from here and from nowhere else. */
export type Caller = {
  userId: number
  businessId: number
  sessionId: string
  apiKey?: UsedKey
  /** The install demands two factors, and this session was opened with one. */
  needsFactor?: boolean
}

/** An API key: what it may do, and how often in how long. */
export type UsedKey = {
  id: string
  scopes: readonly Exclude<NonNullable<Endpoint['scope']>, 'any'>[]
  /** Fewer than none are left when this call is one too many. */
  limit: { calls: number; windowSeconds: number; left: number; resetSeconds: number }
}

/** Returns the caller, or throws `unauthenticated`. */
type Authenticate = (request: FastifyRequest) => Promise<Caller>

/** Whether a session has not ended. Asking is no use of it. */
type IsOpenSession = (session: Pick<Caller, 'businessId' | 'sessionId'>) => Promise<boolean>

/** A new token for the session of a call that has authenticated again; undefined for every other call. */
type RenewSession = (
  caller: Caller,
  from: { address: string; userAgent: string | undefined },
) => Promise<string | undefined>

/** Adds to the activity log of the caller's business. */
type RecordAudit = (
  done: {
    kind: NonNullable<Endpoint['audit']>
    subject?: string
    from: { address: string; userAgent: string | undefined }
  } & Caller,
) => Promise<void>

type HttpOptions = {
  log: Logger
  authenticate: Authenticate
  /** Left out where no stream is opened, as for the API document. */
  isOpenSession?: IsOpenSession
  /** Left out where nothing is kept, as for the API document. */
  recordAudit?: RecordAudit
  /** Left out where there are no sessions, as for the API document. */
  renewSession?: RenewSession
  /** Where answers to calls with an `Idempotency-Key` are kept. */
  idempotency?: IdempotencyStore
  /** Whose `X-Forwarded-For` counts: so many proxies, or those of these addresses; this machine by default. */
  trustedProxies?: number | string[]
  /** Origins that a page of ours may frame (the provider's signup dialog, the page with its script). */
  frameOrigins: readonly string[]
  /** Where pictures of people may come from, for those who have not turned them off. */
  avatarOrigin?: string
  /** Sends HSTS, for this host or for those below it too: the install is reached by https alone. */
  https?: false | 'host' | 'subdomains'
  /** How long a closing server waits for requests under way. */
  underWayMs?: number
}

export type Http = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate
    isOpenSession: IsOpenSession
    recordAudit: RecordAudit
    renewSession: RenewSession
    idempotency: IdempotencyStore | undefined
  }
}

const defaultBodyBytes = 1024 * 1024

const hstsSeconds = 365 * 86_400
/** Voice messages need the microphone, a place that is sent needs the location; nothing else of a device is used. */
const permissions =
  'camera=(), microphone=(self), geolocation=(self), payment=(), usb=(), serial=(), browsing-topics=()'

/** Requests under way when the closing begins have so long; an upload over a slow line would else hold it half an hour. */
const underWayMs = 15_000

/**
 * A Fastify server with the product's manners: request ids, one shape of failure, strict security headers
 * (no inline script), body limits, compressed JSON. Routes are mounted on it by `route`.
 */
export async function createHttp(options: HttpOptions): Promise<Http> {
  const trustProxy = trustOf(options.trustedProxies ?? ['loopback'])
  const http = fastify({
    loggerInstance: options.log,
    // One line per failed request is written by the failure handler; a line per success would drown it.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: defaultBodyBytes,
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
    },
    // An idle keep-alive connection outlives a proxy's, so that the proxy never writes into a closed one.
    keepAliveTimeout: 75_000,
    // From its first byte to its last: a list of 100 MB over a slow line (half a megabit a second) takes half an hour.
    requestTimeout: 30 * 60_000,
    forceCloseConnections: 'idle',
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // An address that cannot be decoded reaches no route, and so not the error handler below.
    frameworkErrors: (error, request, reply) => {
      answerFailure(error, request as FastifyRequest, reply as unknown as FastifyReply)
    },
  }) as unknown as Http
  // JSON and forms alone are read: plain text is what a page of another site may send without asking.
  http.removeContentTypeParser('text/plain')
  // Clients say "JSON" of every POST, also of one that says nothing ("pause", "log out"): no body is no body.
  const readJson = http.getDefaultJsonParser('error', 'error')
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length > 0) hashBody(request, text as string)
    if (text.length === 0) done(null, undefined)
    else readJson(request, text as string, done)
  })
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  // A logger of its own for every request costs more than a webhook's whole handling; the failure handler, which
  // writes the lines there are, names the request itself.
  http.setChildLoggerFactory((log) => log)
  http.setErrorHandler(answerFailure)
  http.setNotFoundHandler(answerUnknownPath)
  http.decorate('authenticate', options.authenticate)
  http.decorate('isOpenSession', options.isOpenSession ?? (async () => true))
  http.decorate('recordAudit', options.recordAudit ?? (async () => undefined))
  http.decorate('renewSession', options.renewSession ?? (async () => undefined))
  http.decorate('idempotency', options.idempotency)
  // An open stream would keep a closing server waiting for its reader.
  http.addHook('preClose', async () => {
    endEventStreams()
    setTimeout(() => http.server.closeAllConnections(), options.underWayMs ?? underWayMs).unref()
  })
  letDrain(http)
  openQuickRoutes(http, options.log, trustProxy)
  endUnasked(http)
  readUnreadBodies(http)
  speakTheirLanguage(http)
  watchForeground(http)
  // Before answers are compressed.
  keepAnswers(http)
  http.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', permissions)
  })

  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Mantine sets its variables and positions in style attributes and one style element.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: [
          "'self'",
          'data:',
          'blob:',
          (request) => (wantsAvatars(request) && options.avatarOrigin) || "'self'",
        ],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        frameSrc: ["'self'", ...options.frameOrigins],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    // The signup dialog is a popup that talks back to its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Over plain localhost it would lock the browser out.
    strictTransportSecurity: options.https
      ? { maxAge: hstsSeconds, includeSubDomains: options.https === 'subdomains' }
      : false,
  })
  await http.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
  })
  await http.register(multipart, { limits: { files: 1, fields: 20, fieldSize: 64 * 1024, parts: 25 } })
  return http
}

/** A count trusts the last so many senders, whatever their addresses. */
const trustOf = (proxies: number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** Sentences are in the language of `Accept-Language`, and answers say that they depend on it. */
function speakTheirLanguage(http: Http): void {
  const languageOf = (request: FastifyRequest) =>
    pickLanguage(acceptedLanguages(request.headers['accept-language']))
  http.addHook('onRequest', (request, _reply, done) => inLanguage(languageOf(request), done))
  // Reading a body continues in the socket's context, which has no request.
  http.addHook('preValidation', (request, _reply, done) => inLanguage(languageOf(request), done))
}

/** Whether the person behind a page allows the avatar service; the web app keeps the choice in a cookie as well. */
export function wantsAvatars({ headers }: { headers: { cookie?: string } }): boolean {
  return !/(^|; *)(__Host-)?avatars=off(;|$)/.test(headers.cookie ?? '')
}

/** A request whose first bytes are on their way when the closing begins still has so long. */
const unaskedGraceMs = 500

/**
 * Browsers open connections ahead of what they may ask. One on which nothing was asked counts as busy to Node, and
 * would keep a closing server for minutes.
 */
function endUnasked(http: Http): void {
  const unasked = new Set<Socket>()
  http.server.on('connection', (socket: Socket) => {
    unasked.add(socket)
    socket.once('close', () => unasked.delete(socket))
  })
  http.server.on('request', ({ socket }) => unasked.delete(socket))
  http.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of unasked) socket.destroy()
    }, unaskedGraceMs).unref()
  })
}
