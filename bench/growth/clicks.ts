import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { sql } from 'kysely'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { createContent } from '#server/features/messages/messages.ts'
import { linkCodes } from '#server/features/messages/model/link-code.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openBench } from '../open-bench.ts'
import type { LinkFigures, LinkOrder } from './link-load.ts'

export type ClickFigures = {
  /** Clicks that were stored and answered 302, as fast as they go. */
  perSecond: number
  /** The same load on a server that only answers 302. */
  rawPerSecond: number
  share: number
  p50AtTwoThousandMs: number
  /** At 2,000 a second: 99 of 100 are answered within so many milliseconds. */
  p99AtTwoThousandMs: number
  /** The same load on a server that only answers 302. */
  rawP99AtTwoThousandMs: number
  /** How late the load itself was then, beside the product and beside the bare server: 99 of 100 within so many ms. */
  loadLateP99Ms: number
  rawLoadLateP99Ms: number
  /** Answered 302 and not stored: it must be none. */
  lost: number
}

const connections = 100
const warmUp = 3_000
const target = 'https://shop.example/sale'

/** Links of messages: each click is on disk before it is answered. */
export async function benchClicks(clicks = 30_000): Promise<ClickFigures> {
  const bench = await openBench()
  const { app, businessId } = bench
  const http = await createHttp({
    log: createLog('error'),
    authenticate: (request) => authenticate(app, request.headers.authorization),
    frameOrigins: [],
  })
  try {
    mountRoutes(http, app)
    const url = await http.listen({ port: 0, host: '127.0.0.1' })
    const contentId = await createContent(app, businessId, {
      template_id: null,
      provider_template_id: null,
      template_name: 'sale',
      language: 'en_US',
      category: 'MARKETING',
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: 'Sale' }],
      variables: [],
      links: [{ button: 0, target }],
    })
    const codes = linkCodes(app)
    let message = 0
    const paths = (count: number): string[] =>
      Array.from({ length: count }, () => {
        const code = codes.write({ businessId, contentId, messageId: ++message, link: 0 })
        return `/marketing/l/${code}`
      })
    await load({ url, paths: paths(3_000), connections })
    const full = await load({ url, paths: paths(warmUp + clicks), connections, warmUp })
    const paced = await load({ url, paths: paths(warmUp + 20_000), connections, perSecond: 2_000, warmUp })
    // The last clicks are on their way to the database.
    await http.close()
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from link_clicks`.execute(app.db)
    const raw = await rawLoads(paths(warmUp + clicks))
    return {
      perSecond: full.perSecond,
      rawPerSecond: raw.full.perSecond,
      share: full.perSecond / raw.full.perSecond,
      p50AtTwoThousandMs: paced.p50Ms,
      p99AtTwoThousandMs: paced.p99Ms,
      rawP99AtTwoThousandMs: raw.paced.p99Ms,
      loadLateP99Ms: paced.lateP99Ms,
      rawLoadLateP99Ms: raw.paced.lateP99Ms,
      lost: 3_000 + 2 * warmUp + clicks + 20_000 - rows[0]!.n,
    }
  } finally {
    await http.close()
    await bench.close()
  }
}

async function rawLoads(paths: string[]): Promise<{ full: LinkFigures; paced: LinkFigures }> {
  const server = createServer((_, response) => response.writeHead(302, { location: target }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const url = `http://127.0.0.1:${port}`
  const full = await load({ url, paths, connections, warmUp })
  const some = paths.slice(0, warmUp + 20_000)
  const paced = await load({ url, paths: some, connections, perSecond: 2_000, warmUp })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return { full, paced }
}

/** The load comes from a process of its own, as people do. */
function load(order: LinkOrder): Promise<LinkFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./link-load.ts', import.meta.url))
    child.once('message', (figures) => resolve(figures as LinkFigures))
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`the load ended with ${code}`))
    })
    child.send(order)
  })
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchClicks(Number(process.argv[2] ?? 30_000)))}\n`)
}
