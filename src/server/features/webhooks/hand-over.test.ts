import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sandboxSeed } from '#sandbox/sandbox.ts'
import { type Composition, compose } from '#server/compose.ts'
import { signWebhook } from '#server/providers/meta/webhooks/webhook-signature.ts'
import { eventually, openTestServer, type TestServer } from '#test/server.ts'
import { readBody } from './payload/reading.ts'
import { partitionOf, partitions } from './queue/partitions.ts'
import { applyStored } from './stored.ts'
import { applyWebhooks, startAppliers, webhookPath } from './webhooks.ts'

let server: TestServer
const workers: Composition[] = []
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => {
  for (const worker of workers) await worker.close()
  await server.close()
})

async function openWorker(): Promise<Composition> {
  const { databaseUrl, sandbox, app } = server
  const worker = await compose({
    databaseUrl,
    log: app.log,
    role: 'worker',
    encryptionKey: randomBytes(32),
    graphUrl: sandbox.url,
    settings: app.settings,
  })
  workers.push(worker)
  await worker.work()
  return worker
}

const isApplying = async () =>
  (
    await sql`select from pgboss.job where name = ${applyWebhooks.name} and state = 'active'`.execute(
      server.app.db,
    )
  ).rows.length === partitions.length

const post = async (body: object): Promise<number> => {
  const bytes = Buffer.from(JSON.stringify(body))
  const answer = await server.http.inject({
    method: 'POST',
    url: webhookPath,
    payload: bytes,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': signWebhook(bytes, sandboxSeed.app.secret),
    },
  })
  expect(answer.statusCode).toBe(200)
  return Number(answer.headers['x-webhook-event-id'])
}

const applied = async () => {
  await post({ object: 'whatsapp_business_account', entry: [] })
  await eventually(
    'the webhook is applied',
    async () => (await sql`select from webhook_queue`.execute(server.app.db)).rows.length === 0,
    15_000,
  )
}

it('applies what people write before reports of messages, of which none is lost', async () => {
  const about = (value: object) => ({
    object: 'whatsapp_business_account',
    entry: [
      { id: '1', changes: [{ field: 'messages', value: { metadata: { phone_number_id: '2' }, ...value } }] },
    ],
  })
  const messages = [
    { from: '919812345678', id: 'wamid.in', timestamp: '1790000000', type: 'text', text: { body: 'hi' } },
  ]
  const statuses = [
    { id: 'wamid.out', status: 'read', timestamp: '1790000000', recipient_id: '919812345678' },
  ]
  const report = await post(about({ statuses }))
  await post(about({ messages }))
  await post(about({ messages, statuses }))
  const [event] = readBody(Buffer.from(JSON.stringify(about({ statuses })))).events
  const partition = partitionOf(event!)
  const waiting = async () =>
    (await sql<{ id: number }>`select id from webhook_queue`.execute(server.app.db)).rows.map(({ id }) =>
      Number(id),
    )
  expect(await applyStored(server.app, partition)).toBe(2)
  expect(await waiting()).toEqual([report])
  expect(await applyStored(server.app, partition, true)).toBe(1)
  expect(await waiting()).toEqual([])
})

it('applying goes on in another process when the one that did it stops', async () => {
  const first = await openWorker()
  await eventually('somebody applies', isApplying)
  await applied()
  await eventually('the queue knows that one runs', async () => {
    const { rows } =
      await sql`select from pgboss.queue q join pgboss.job j on j.name = q.name and j.state = 'active'
      where q.name = ${applyWebhooks.name} and q.monitor_on > j.started_on`.execute(server.app.db)
    return rows.length === partitions.length
  })
  const second = await openWorker()
  // Whoever applies nothing asks, and gets a part of the work.
  const began = async () =>
    (
      await sql<{ id: string }>`
        select id from pgboss.job where name = ${applyWebhooks.name} and state = 'active' order by singleton_key`.execute(
        server.app.db,
      )
    ).rows.map(({ id }) => id)
  const before = await began()
  await eventually(
    'the second has a part',
    async () => {
      await second.app.enqueue(startAppliers, {})
      const now = await began()
      return now.length === partitions.length && now.filter((id) => !before.includes(id)).length >= 2
    },
    20_000,
  )
  workers.splice(workers.indexOf(first), 1)
  await first.close()
  await applied()
})
