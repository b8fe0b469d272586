import { createServer } from 'node:http'
import { sql } from 'kysely'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { type Bench, openBench } from '../open-bench.ts'
import { rawRate } from './dispatch.ts'

export type EndToEndFigures = {
  messages: number
  /** From the first message to the last `read` in the books. */
  seconds: number
  perSecond: number
  /** The same messages and webhooks with a receiving side that only answers 200, and no books kept of the sending. */
  rawPerSecond: number
  share: number
  /** Messages not `read` although the sandbox reported it: must be 0. */
  missed: number
}

const soon = { sent: [5, 50], delivered: [50, 150], read: [150, 400] }

/** A campaign with three status webhooks a message, each a signed POST of its own. */
export async function benchEndToEnd(messages = 30_000): Promise<EndToEndFigures> {
  const bench = await openBench()
  const { app } = bench
  try {
    await bench.sandbox('POST', 'settings', {
      statuses: true,
      delays: soon,
      batch: { share: 0, max: 1 },
      webhook: { connections: 512 },
    })
    await bench.sandbox('POST', 'faults', { statuses: { doubled: 0, shuffled: 0 } })
    const rawPerSecond = await rawTraffic(bench, Math.min(messages, 15_000))
    const log = createLog('error')
    const http = await createHttp({
      log,
      authenticate: (request) => authenticate(app, request.headers.authorization),
      frameOrigins: [],
    })
    mountRoutes(http, app)
    const url = await http.listen({ port: 0, host: '127.0.0.1' })
    await bench.sandbox('POST', 'callback', {
      url: `${url}/marketing/api/webhooks/meta`,
      verify_token: 'bench',
    })
    await bench.fill(messages)
    await bench.work()
    const start = performance.now()
    const campaign = await bench.plan(messages)
    await bench.drained(campaign)
    let read = 0
    let movedAt = performance.now()
    while (read < messages && performance.now() - movedAt < 20_000) {
      const { rows } = await sql<{ read: number }>`
        select count(*)::int as read from messages where status = 'read' or (status = 'delivered' and
          right(recipient_phone, 1) = '9')`.execute(app.db)
      if (rows[0]!.read !== read) movedAt = performance.now()
      read = rows[0]!.read
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const seconds = (movedAt - start) / 1000
    await http.close()
    const perSecond = messages / seconds
    return {
      messages,
      seconds,
      perSecond,
      rawPerSecond,
      share: perSecond / rawPerSecond,
      missed: messages - read,
    }
  } finally {
    await bench.close()
  }
}

/** Messages a second, counted until the last webhook has come, where nothing is done with either. */
async function rawTraffic(bench: Bench, messages: number): Promise<number> {
  let received = 0
  const server = createServer((request, response) => {
    const challenge = new URL(request.url ?? '', 'http://x').searchParams.get('hub.challenge')
    request.resume().once('end', () => {
      if (challenge === null) received++
      response.end(challenge ?? 'ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await bench.sandbox('POST', 'callback', { url: `http://127.0.0.1:${port}/`, verify_token: 'bench' })
  const start = performance.now()
  await rawRate(bench, messages)
  while (received < messages * 3) await new Promise((resolve) => setTimeout(resolve, 20))
  const seconds = (performance.now() - start) / 1000
  await bench.sandbox('POST', 'settled')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return messages / seconds
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchEndToEnd(Number(process.argv[2] ?? 30_000)))}\n`)
}
