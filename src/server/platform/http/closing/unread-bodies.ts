import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What is left of a body that was refused is read so far; who sends more loses the connection. */
const mostBytes = 64 * 1024 * 1024

/**
 * Reads what is left of a body after its answer: until then the connection takes no other request, and to close it at
 * once would take the answer away from who still sends.
 */
export function readUnreadBodies(http: Pick<FastifyInstance, 'addHook'>): void {
  http.addHook('onResponse', (request, _reply, done) => {
    readRest(request.raw)
    done()
  })
}

function readRest(body: IncomingMessage): void {
  const isRead = body.readableEnded || (body.complete && body.readableLength === 0)
  if (isRead || body.destroyed) return
  let left = mostBytes
  body.unpipe()
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) body.socket.destroy()
  })
  body.on('error', () => undefined)
  body.resume()
}
