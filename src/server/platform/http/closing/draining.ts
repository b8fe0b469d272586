import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is about to close: it still answers everything, and asks not to be sent more. */
    isDraining: () => boolean
    /** For so long every answer asks the client to close its connection; then the server may be closed. */
    drain: (ms: number) => Promise<void>
  }
}

/**
 * A proxy sends requests on connections that it keeps open. One that is closed under it loses what was just sent, so
 * that a server which leaves a group first says so, while it goes on answering.
 */
export function letDrain(http: FastifyInstance): void {
  let draining = false
  http.decorate('isDraining', () => draining)
  http.decorate('drain', async (ms: number) => {
    if (ms <= 0) return
    draining = true
    await sleep(ms)
  })
  http.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
}
