import fastify, { type FastifyInstance, LogController, type RouteHandlerMethod } from 'fastify'
import type { Logger } from '../log.ts'
import { watchForeground } from './foreground.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The server behind `getQuickly`. */
    quick: FastifyInstance
    /**
     * For addresses that thousands a second may ask for: no session, no header but the handler's own, no request id, no
     * compression. `:name` is letters and digits.
     */
    getQuickly: (url: string, handler: RouteHandlerMethod) => void
  }
}

/** Opens a second, bare router on the sockets of this server. */
export function openQuickRoutes(
  http: FastifyInstance,
  log: Logger,
  trustProxy: string[] | ((address: string, hop: number) => boolean),
): void {
  const quick = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  }) as unknown as FastifyInstance
  quick.setChildLoggerFactory(() => log)
  watchForeground(quick)
  let leaving = false
  quick.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving || http.isDraining()) reply.header('connection', 'close')
    done()
  })
  const paths: RegExp[] = []
  http.decorate('quick', quick)
  http.decorate('getQuickly', (url: string, handler: RouteHandlerMethod) => {
    paths.push(new RegExp(`^${url.replaceAll(/:\w+/g, '[0-9A-Za-z]+')}(\\?|$)`))
    quick.get(url, handler)
    // Spellings that the expression leaves out, and requests that do not come by these sockets.
    http.get(url, { schema: { hide: true }, helmet: false, compress: false }, (request, reply) => {
      reply.hijack()
      quick.routing(request.raw, reply.raw)
    })
  })
  http.addHook('onReady', async () => {
    await quick.ready()
  })
  http.addHook('preClose', async () => {
    leaving = true
  })
  http.addHook('onClose', async () => {
    await quick.close()
  })
  const others = http.server.listeners('request') as FastifyInstance['routing'][]
  http.server.removeAllListeners('request')
  http.server.on('request', (request, response) => {
    const { method, url = '' } = request
    if ((method === 'GET' || method === 'HEAD') && paths.some((path) => path.test(url)))
      return quick.routing(request, response)
    for (const answer of others) answer(request, response)
  })
}
