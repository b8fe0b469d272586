import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HookKind } from '#contract/api/hook-kinds.ts'
import { hooks } from '#contract/api/hooks.ts'
import type { Person, TestServer } from '#test/server.ts'

/** A call as a receiver got it. */
export type Received = {
  id: string
  timestamp: string
  signatures: string[]
  text: string
  body: { type: string; timestamp: string; data: Record<string, unknown>[] }
}

/** The network in which receivers of tests are; allowed by the operator of the test server. */
export const receiverHost = '127.0.0.3'

/** A receiver of events on this machine. `answer` decides what it answers; 204 by default. */
export async function openReceiver() {
  const received: Received[] = []
  let answer: (response: ServerResponse, call: Received) => void = (response) => {
    response.writeHead(204).end()
  }
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const call: Received = {
      id: String(request.headers['webhook-id']),
      timestamp: String(request.headers['webhook-timestamp']),
      signatures: String(request.headers['webhook-signature']).split(' '),
      text,
      body: JSON.parse(text),
    }
    received.push(call)
    answer(response, call)
  })
  await new Promise<void>((resolve) => server.listen(0, receiverHost, resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${receiverHost}:${port}/events`,
    received,
    answers: (next: typeof answer) => {
      answer = next
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** As a receiver checks it, by the words of Standard Webhooks. */
export function isSignedWith(secret: string, { id, timestamp, text, signatures }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`).digest('base64')
  return signatures.includes(`v1,${expected}`)
}

export const addHookOf = (
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  url: string,
  events: HookKind[],
  more: { batch?: number; current_password?: string } = {},
) => server.call(hooks.add, { token, body: { url, events, current_password: 'correct horse', ...more } })
