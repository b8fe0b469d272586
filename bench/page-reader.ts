import { Agent, get as ask } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'

export type ReadPage = {
  /** From the request until the last byte was there. */
  milliseconds: number
  json: () => unknown
}

type Asked = { nr: number; url: string }
type Answer = { nr: number; status: number; body: string; milliseconds: number }

/**
 * Reads pages over loopback from a thread of its own, as a browser is a process of its own: what it keeps and parses is
 * not the server's. `get` throws on another status than 200.
 */
export async function openPageReader(
  http: Pick<FastifyInstance, 'listen' | 'server'>,
): Promise<{ get: (path: string) => Promise<ReadPage>; close: () => Promise<void> }> {
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  const thread = new Worker(new URL(import.meta.url))
  const waiting = new Map<number, (answer: Answer) => void>()
  thread.on('message', (answer: Answer) => {
    waiting.get(answer.nr)?.(answer)
    waiting.delete(answer.nr)
  })
  let last = 0
  return {
    async get(path) {
      const nr = ++last
      const answered = new Promise<Answer>((resolve) => waiting.set(nr, resolve))
      thread.postMessage({ nr, url: `http://127.0.0.1:${port}${path}` } satisfies Asked)
      const { status, body, milliseconds } = await answered
      if (status !== 200) throw new Error(`${path}: ${body}`)
      return { milliseconds, json: () => JSON.parse(body) }
    },
    async close() {
      await thread.terminate()
    },
  }
}

if (!isMainThread) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  parentPort?.on('message', ({ nr, url }: Asked) => {
    const start = performance.now()
    const answer = (status: number, body: string): void =>
      parentPort?.postMessage({
        nr,
        status,
        body,
        milliseconds: performance.now() - start,
      } satisfies Answer)
    ask(url, { agent }, (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => answer(reply.statusCode ?? 0, Buffer.concat(chunks).toString()))
    }).on('error', (error) => answer(0, error.message))
  })
}
