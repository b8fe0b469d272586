import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openBench } from '../open-bench.ts'
import type { LoadFigures, LoadOrder } from './webhook-load.ts'

export type IntakeFigures = {
  /** POSTs of one status each that were answered 200, every one on disk by then, as fast as they go. */
  perSecond: number
  /** The same load on a server that only answers. */
  rawPerSecond: number
  share: number
  /** At 3,000 a second: 99 of 100 are answered within so many milliseconds. */
  p99AtThreeThousandMs: number
  /** Statuses a second with a hundred in each POST. */
  batchedPerSecond: number
  /** Answered 200 and not in the store: it must be none. */
  lost: number
}

/** Webhook intake alone: verified, stored, answered; nothing applies them meanwhile. */
export async function benchIntake(posts = 40_000): Promise<IntakeFigures> {
  const bench = await openBench()
  const http = await createHttp({
    log: createLog('error'),
    authenticate: (request) => authenticate(bench.app, request.headers.authorization),
    frameOrigins: [],
  })
  try {
    mountRoutes(http, bench.app)
    const url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/marketing/api/webhooks/meta`
    const secret = sandboxSeed.app.secret
    const order = { url, secret, connections: 200 }
    await load({ ...order, posts: 3000, statuses: 1 })
    const before = await stored(bench.app.db)
    const full = await load({ ...order, posts, statuses: 1 })
    const lost = posts - ((await stored(bench.app.db)) - before)
    const paced = await load({ ...order, posts: 15_000, statuses: 1, perSecond: 3000 })
    const batched = await load({ ...order, posts: 2000, statuses: 100 })
    const rawPerSecond = await rawRate(posts, secret)
    return {
      perSecond: full.perSecond,
      rawPerSecond,
      share: full.perSecond / rawPerSecond,
      p99AtThreeThousandMs: paced.p99Ms,
      batchedPerSecond: batched.perSecond * 100,
      lost,
    }
  } finally {
    await http.close()
    await bench.close()
  }
}

async function stored(db: Parameters<ReturnType<typeof sql>['execute']>[0]): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from webhook_events`.execute(db)
  return rows[0]!.n
}

async function rawRate(posts: number, secret: string): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const { perSecond } = await load({
    url: `http://127.0.0.1:${port}/`,
    secret,
    connections: 200,
    posts,
    statuses: 1,
  })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return perSecond
}

/** The load comes from a process of its own, as the provider's does. */
function load(order: LoadOrder): Promise<LoadFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./webhook-load.ts', import.meta.url))
    child.once('message', (figures) => resolve(figures as LoadFigures))
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`the load ended with ${code}`))
    })
    child.send(order)
  })
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchIntake(Number(process.argv[2] ?? 40_000)))}\n`)
}
