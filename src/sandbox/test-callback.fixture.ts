import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Sandbox, type SandboxOptions, sandboxSeed, startSandbox } from './sandbox.ts'

/** Statuses within a few hundredths of a second, so that tests see every status of a message. */
export const quick = {
  sent: [5, 10],
  delivered: [15, 25],
  read: [30, 45],
  review: [5, 10],
  reply: [5, 10],
  account: [5, 10],
} as const

type Value = Record<string, unknown> & { statuses?: Status[]; messages?: Record<string, unknown>[] }
export type Status = Record<string, unknown> & {
  id: string
  status: string
  biz_opaque_callback_data?: string
}

/** A callback as a product has one: answers the handshake, checks signatures, remembers what came. */
export async function openCallback(verifyToken: string = sandboxSeed.verifyToken) {
  const bodies: string[] = []
  const badSignatures: string[] = []
  const waiting = new Set<() => void>()
  /** What the next deliveries are answered; then 200 again. */
  const answers: number[] = []
  let handshakes = 0
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '/', 'http://callback')
    if (req.method === 'GET') {
      handshakes++
      const right = url.searchParams.get('hub.verify_token') === verifyToken
      res.writeHead(right ? 200 : 403).end(right ? url.searchParams.get('hub.challenge') : '')
      return
    }
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const body = Buffer.concat(chunks)
      const status = answers.shift() ?? 200
      const expected = `sha256=${createHmac('sha256', sandboxSeed.app.secret).update(body).digest('hex')}`
      if (req.headers['x-hub-signature-256'] !== expected) badSignatures.push(body.toString())
      if (status === 200) bodies.push(body.toString())
      res.writeHead(status).end()
      for (const wake of waiting) wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const changes = () =>
    bodies.flatMap((body) => {
      const event = JSON.parse(body) as {
        entry: { id: string; changes: { field: string; value: Value }[] }[]
      }
      return event.entry.flatMap((entry) => entry.changes.map((change) => ({ ...change, entry: entry.id })))
    })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    bodies,
    badSignatures,
    answers,
    handshakes: () => handshakes,
    changes,
    statuses: () => changes().flatMap(({ value }) => value.statuses ?? []),
    inbound: () => changes().flatMap(({ value }) => value.messages ?? []),
    fields: (field: string) => changes().filter((change) => change.field === field),
    /** Resolves once `found` answers something, which it does after some delivery. */
    until: async <T>(found: () => T | undefined | false): Promise<T> => {
      const deadline = Date.now() + 60_000
      for (;;) {
        const result = found()
        if (result) return result
        if (Date.now() > deadline)
          throw new Error(`What was waited for did not come. Came: ${bodies.join('\n')}`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(wake, 50)
          function wake() {
            clearTimeout(timer)
            waiting.delete(wake)
            resolve()
          }
          waiting.add(wake)
        })
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type Callback = Awaited<ReturnType<typeof openCallback>>

/** One Graph call; the seeded token unless another is given, none for `''`. */
export function graphOf(sandbox: Sandbox) {
  return async (
    method: string,
    path: string,
    body?: unknown,
    token: string = sandboxSeed.systemUserToken,
  ) => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: {
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes, and fail on a wrong one.
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any }
  }
}

/** A sandbox whose app listens at a callback and is subscribed to the seeded account. */
export async function openSandbox(options: Partial<SandboxOptions> = {}) {
  const callback = await openCallback()
  const sandbox = await startSandbox({ port: 0, webhookUrl: callback.url, delays: quick, ...options })
  // One delivery at a time, each status alone: what arrives is in the order in which it fell due.
  sandbox.settings({ webhook: { connections: 1 }, batch: { share: 0 } })
  sandbox.faults({ statuses: { doubled: 0, shuffled: 0 } })
  const graph = graphOf(sandbox)
  await graph('POST', `/v23.0/${sandboxSeed.waba.id}/subscribed_apps`)
  const send = (to: string, template: Record<string, unknown> = offer, more: Record<string, unknown> = {}) =>
    graph('POST', `/v23.0/${sandboxSeed.phone.id}/messages`, { ...templateMessage(to, template), ...more })
  return {
    sandbox,
    callback,
    graph,
    send,
    close: async () => {
      await sandbox.close()
      await callback.close()
    },
  }
}

/** The seeded marketing template, filled. */
export const offer = {
  name: 'weekend_offer',
  language: { code: 'en_US' },
  components: [{ type: 'body', parameters: [{ type: 'text', text: 'Asha' }] }],
}

export const templateMessage = (to: string, template: Record<string, unknown>) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to,
  type: 'template',
  template,
})
