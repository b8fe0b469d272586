import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import type { WriteFigures, WriteOrder } from './inbox/write-in.ts'
import { openBench } from './open-bench.ts'

export type InboundFigures = {
  written: number
  /** As they were taken in, and by a server that only answers. */
  perSecond: number
  rawPerSecond: number
  /** From the stored webhook until the message is in its conversation, and until the bot's answer is in the outbox. */
  shownP95Milliseconds: number
  answeredP95Milliseconds: number
  /** After the last one was written, until all were shown and answered. */
  behindSeconds: number
  /** Missing, twice, out of their order, or not answered: it must be none. */
  wrong: number
  /** Of the machine over the last minute. */
  load: number
}

const people = 10_000
const withinMs = 120_000
const analyzeAfterMs = 2000

/** People write at a pace, each several times; a rule of the bot answers every message. */
export async function benchInbound(perSecond: number, seconds: number): Promise<InboundFigures> {
  const bench = await openBench()
  const { app, businessId } = bench
  const http = await createHttp({
    log: createLog('error'),
    authenticate: (request) => authenticate(app, request.headers.authorization),
    frameOrigins: [],
    scriptOrigins: [],
    connectOrigins: [],
  })
  try {
    mountRoutes(http, app)
    const url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/marketing/api/webhooks/meta`
    await sql`insert into bot_settings (business_id, active_since) values (${businessId}, now())`.execute(
      app.db,
    )
    await sql`insert into bot_rules (business_id, position, name, enabled, match, action, created_at, updated_at)
      values (${businessId}, 1, '', true, '{"kind":"any"}', '{"kind":"reply","text":"Thank you, we are on it."}',
        now(), now())`.execute(app.db)
    await bench.work()
    const order = { secret: sandboxSeed.app.secret, perSecond, seconds, people }
    // A new installation's tables are analyzed within its first minute, which this run is shorter than.
    const analyzing = setTimeout(analyzeAfterMs).then(() => sql`analyze`.execute(app.db))
    const written = await write({ ...order, url })
    await analyzing
    const end = performance.now()
    let counts = await progress(app, businessId)
    while (counts.answered < written.written && performance.now() - end < withinMs) {
      await setTimeout(200)
      counts = await progress(app, businessId)
    }
    const behindSeconds = (performance.now() - end) / 1000
    const { rows } = await sql<{ shown: number; answered: number; unordered: number }>`
      with kept as (
        select i.conversation_id, i.received_at - e.received_at as shown, i.id,
          substr(i.wamid, 13)::int as nr, row_number() over (partition by i.conversation_id order by i.at, i.id) as place,
          e.received_at
        from inbound_messages i join webhook_events e on e.id = i.webhook_event_id where i.business_id = ${businessId}
      ),
      sent as (
        select conversation_id, at, row_number() over (partition by conversation_id order by message_id) as place
        from conversation_sends where business_id = ${businessId}
      )
      select extract(epoch from percentile_cont(0.95) within group (order by k.shown)) * 1000 as shown,
        extract(epoch from percentile_cont(0.95) within group (order by s.at - k.received_at)) * 1000 as answered,
        (count(*) filter (where k.nr / ${people}::int <> k.place - 1))::int as unordered
      from kept k left join sent s using (conversation_id, place)`.execute(app.db)
    const row = rows[0]!
    return {
      written: written.written,
      perSecond: written.perSecond,
      rawPerSecond: await rawRate(order),
      shownP95Milliseconds: Number(row.shown),
      answeredP95Milliseconds: Number(row.answered),
      behindSeconds,
      wrong:
        Math.abs(written.written - counts.shown) +
        Math.abs(written.written - counts.answered) +
        row.unordered,
      load: loadavg()[0]!,
    }
  } finally {
    await http.close()
    await bench.close()
  }
}

async function progress(app: Awaited<ReturnType<typeof openBench>>['app'], businessId: number) {
  const { rows } = await sql<{ shown: number; answered: number }>`
    select (select count(*)::int from inbound_messages where business_id = ${businessId}) as shown,
      (select count(*)::int from conversation_sends where business_id = ${businessId}) as answered`.execute(
    app.db,
  )
  return rows[0]!
}

function write(order: WriteOrder): Promise<WriteFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'inbox/write-in.ts'))
    child.once('message', (figures) => resolve(figures as WriteFigures))
    child.once('exit', (code) => reject(new Error(`the writers ended with ${code}`)))
    child.send(order)
  })
}

async function rawRate(order: Omit<WriteOrder, 'url'>): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => response.end('ok'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  // As fast as they go.
  const { perSecond } = await write({
    ...order,
    url: `http://127.0.0.1:${port}/`,
    perSecond: 20_000,
    seconds: 1,
  })
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return perSecond
}

if (import.meta.main) {
  const [perSecond, seconds] = process.argv.slice(2).map(Number)
  process.stdout.write(`${JSON.stringify(await benchInbound(perSecond ?? 1000, seconds ?? 60), null, 2)}\n`)
}
