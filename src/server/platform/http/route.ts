import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  sessionTokenHeader,
  takesIdempotencyKey,
} from '#contract/endpoint.ts'
import { admitKey, admitWithoutFactor } from './admit-key.ts'
import { callers as knownCallers } from './callers.ts'
import { startOnce } from './idempotency/once.ts'
import { countUpload } from './limits/uploads.ts'
import { checkRawInput } from './raw-input.ts'
import type { Caller, Http } from './server.ts'

/** What a handler is given: the parsed parts of the request and who is calling. */
export type Call<E> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** On a public endpoint there is none. */
  caller: E extends { access: 'public' } ? undefined : Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Mounts one endpoint of the contract under each of its paths. The request is validated and the answer
 * serialised by the contract's schemas; `success: true` is added here.
 */
export function route<const E extends Endpoint>(
  http: Http,
  endpoint: E,
  handle: (call: Call<E>) => Promise<E extends { raw: true } ? unknown : AnswerOf<E>>,
): void {
  for (const path of [endpoint.path, ...(endpoint.also ?? [])]) {
    http.route({
      method: endpoint.method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(endpoint.maxBytes && { bodyLimit: endpoint.maxBytes }),
      schema: {
        summary: endpoint.summary,
        ...(endpoint.access === 'public' && { security: [] }),
        ...(endpoint.description && { description: endpoint.description }),
        ...(endpoint.scope && { 'x-scope': endpoint.scope, security: securityOf(endpoint.scope) }),
        ...(takesIdempotencyKey(endpoint) && { 'x-idempotent': true }),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && !endpoint.multipart && { body: endpoint.body }),
        ...(!endpoint.raw && { response: { 200: endpoint.response } }),
      },
      // Before the body is read: a stranger's upload is refused at its first byte.
      onRequest: async (request, reply) => {
        // Answers hold personal data; handlers of files replace this.
        reply.header('cache-control', 'no-store')
        if (endpoint.access === 'public') return
        const caller = await http.authenticate(request)
        admitKey(reply, caller, endpoint)
        admitWithoutFactor(caller, endpoint)
        if (endpoint.multipart) countUpload(request, reply, caller.userId)
        callers.set(request, caller)
        knownCallers.set(request, caller)
      },
      // The parameters of a path are ids: what cannot be one is not found.
      preValidation: async ({ query, body }) => {
        for (const part of [query, body]) checkRawInput(part)
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)
        if (caller && takesIdempotencyKey(endpoint) && (await startOnce(request, reply, endpoint, caller)))
          return reply
        const given = await handle({
          params: request.params,
          query: request.query,
          body: request.body,
          caller,
          request,
          reply,
        } as Call<E>)
        await recordCall(http, endpoint, request)
        if (caller && !endpoint.raw) await renewToken(http, caller, request, reply)
        return endpoint.raw ? given : { success: true, ...(given as object) }
      },
    })
  }
}

/** OpenAPI's: a session, or a key with this scope. */
const securityOf = (scope: NonNullable<Endpoint['scope']>): Record<string, string[]>[] => [
  { session: [] },
  { apiKey: scope === 'any' ? [] : [scope] },
]

/** Adds an answered call to the activity log. */
async function recordCall(http: Http, { audit }: Endpoint, request: FastifyRequest): Promise<void> {
  const caller = callers.get(request)
  if (!audit || !caller) return
  const { id } = (request.params ?? {}) as { id?: string | number }
  const from = { address: request.ip, userAgent: request.headers['user-agent'] }
  await http.recordAudit({ kind: audit, ...caller, from, ...(id !== undefined && { subject: String(id) }) })
}

async function renewToken(
  http: Http,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const from = { address: request.ip, userAgent: request.headers['user-agent'] }
  const token = await http.renewSession(caller, from)
  if (token) reply.header(sessionTokenHeader, token)
}

const callers = new WeakMap<FastifyRequest, Caller>()
