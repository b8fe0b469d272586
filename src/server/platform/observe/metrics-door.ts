import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '../log.ts'

export type MetricsDoor = { url: string; close: () => Promise<void> }

/**
 * Answers `GET /metrics` on a port of its own, so that it is never reached by the address that people use. A worker
 * has no other port.
 */
export async function openMetricsDoor(options: {
  port: number
  host: string
  /** Asked for as `Authorization: Bearer …`, where one is set. */
  token: string | undefined
  contentType: string
  read: () => Promise<string>
  log: Logger
}): Promise<MetricsDoor> {
  const { token, read, contentType, log } = options
  const server = createServer((request, reply) => {
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET' || path !== '/metrics') {
      reply.writeHead(404).end()
      return
    }
    if (token === undefined && !isThisMachine(request.headers.host)) {
      reply.writeHead(403).end()
      return
    }
    if (token !== undefined && !isToken(token, request.headers.authorization)) {
      reply.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return
    }
    read().then(
      (text) => reply.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.warn({ err: error }, 'the metrics could not be read')
        reply.writeHead(503).end()
      },
    )
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** What needs no token: a page of another site could let its own name lead here (DNS rebinding), and read it. */
const isThisMachine = (host = ''): boolean => /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(host)

function isToken(token: string, header: string | undefined): boolean {
  const [given, wanted] = [Buffer.from(header ?? ''), Buffer.from(`Bearer ${token}`)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
