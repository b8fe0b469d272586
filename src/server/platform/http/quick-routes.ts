import type { IncomingMessage, ServerResponse } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from '../log.ts'
import { beginForeground } from './foreground.ts'

/** Answers one request in full; `name` is the last part of its path, `address` the sender's behind trusted proxies. */
export type QuickHandler = (
  asked: { name: string; address: string; request: IncomingMessage },
  response: ServerResponse,
) => Promise<void>

type Answered = { method: string; status: number; seconds: number }

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * For thousands of requests a second: no session, request id, compression or header but the handler's own, and
     * little garbage, whose collection delays the slowest answers.
     * @param prefix the path before the name, which is letters and digits.
     */
    getQuickly: (prefix: string, handler: QuickHandler) => void
    /** Called after each answer of `getQuickly`. */
    onQuickAnswer: (listener: (answered: Answered) => void) => void
  }
}

/** Longer names are none of ours. */
const longestName = 300

/** Answers some addresses on the sockets of this server before its router sees them. */
export function openQuickRoutes(
  http: FastifyInstance,
  log: Logger,
  trustProxy: string[] | ((address: string, hop: number) => boolean),
): void {
  const trusts = typeof trustProxy === 'function' ? trustProxy : proxyAddr.compile(trustProxy)
  const listeners: ((answered: Answered) => void)[] = []
  const routes: { path: RegExp; handler: QuickHandler }[] = []
  let leaving = false

  const answer = async (
    handler: QuickHandler,
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const over = beginForeground()
    if (leaving || http.isDraining()) response.setHeader('connection', 'close')
    try {
      await handler({ name, address: proxyAddr(request, trusts), request }, response)
    } catch (error) {
      log.error({ err: error }, 'an address could not be answered')
      if (response.headersSent) response.destroy()
      else response.writeHead(500, { 'content-length': 0 }).end()
    }
    const ms = over()
    for (const listener of listeners)
      listener({ method: request.method ?? '', status: response.statusCode, seconds: ms / 1000 })
  }

  http.decorate('onQuickAnswer', (listener: (answered: Answered) => void) => {
    listeners.push(listener)
  })
  http.decorate('getQuickly', (prefix: string, handler: QuickHandler) => {
    routes.push({ path: new RegExp(`^${prefix}([0-9A-Za-z]{1,${longestName}})(\\?|$)`), handler })
    // Spellings that the expression leaves out, and requests that do not come by these sockets.
    const options = { schema: { hide: true }, helmet: false, compress: false } as const
    http.get(`${prefix}:name`, options, (request, reply) => {
      reply.hijack()
      const { name } = (request as FastifyRequest<{ Params: { name: string } }>).params
      void answer(handler, name, request.raw, reply.raw)
    })
  })
  http.addHook('preClose', async () => {
    leaving = true
  })
  const others = http.server.listeners('request') as FastifyInstance['routing'][]
  http.server.removeAllListeners('request')
  http.server.on('request', (request, response) => {
    const { method, url = '' } = request
    if (method === 'GET' || method === 'HEAD') {
      for (const { path, handler } of routes) {
        const name = path.exec(url)?.[1]
        if (name !== undefined) return void answer(handler, name, request, response)
      }
    }
    for (const other of others) other(request, response)
  })
}
