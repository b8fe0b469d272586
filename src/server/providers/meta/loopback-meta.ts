import type { ServerResponse } from 'node:http'
import { afterEach } from 'vitest'
import { json, type Loopback, type Received, serveHttp } from './loopback-servers.ts'
import { createMeta, type Exchange, type Meta } from './meta.ts'

/** For tests: a client on a loopback server that answers as the test says. Both close after each test. */
type AnsweredMeta = {
  meta: Meta
  /** What the server was asked. */
  asked: Received[]
  /** What the client recorded. */
  records: Exchange[]
}

const open: { meta: Meta; server: Loopback }[] = []

afterEach(async () => {
  for (const { meta, server } of open.splice(0)) {
    await meta.close()
    await server.close()
  }
})

export async function answering(
  answer: (request: Received, response: ServerResponse) => void,
  path = '',
): Promise<AnsweredMeta> {
  const server = await serveHttp(answer)
  const records: Exchange[] = []
  const meta = createMeta({
    graphUrl: `${server.url}${path}`,
    version: 'v23.0',
    appId: '729402',
    appSecret: 'app-secret',
    configId: '918273',
    record: (exchange) => void records.push(exchange),
  })
  open.push({ meta, server })
  return { meta, asked: server.received, records }
}

/** The same answer to everything. */
export function always(body: unknown, headers = {}): Promise<AnsweredMeta> {
  return answering((_request, response) => json(response, 200, body, headers))
}

export function formOf(body: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body))
}

export function queryOf(url: string): Record<string, string> {
  return Object.fromEntries(new URL(url, 'http://loopback').searchParams)
}

export function pathOf(url: string): string {
  return new URL(url, 'http://loopback').pathname
}
