import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import type { App } from '#server/app.ts'
import { authenticate } from '#server/features/accounts/accounts.ts'
import { prepareReplies } from '#server/features/leads/leads.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openBench } from '../open-bench.ts'
import { startQuestionBot } from './question-bot.ts'
import type { WriteFigures, WriteOrder } from './write-in.ts'

export type InboundFigures = {
  written: number
  /** As they were taken in, and by a server that only answers. */
  perSecond: number
  rawPerSecond: number
  /**
   * From the stored webhook until the message is in its conversation, until the bot's answer is in the outbox, and
   * until the provider has accepted that.
   */
  shownP95Milliseconds: number
  answeredP95Milliseconds: number
  acceptedP95Milliseconds: number
  /** After the last one was written, until all were shown, answered and accepted, or nothing more happened. */
  behindSeconds: number
  /** It must be none of each. Twice counts like never. */
  notShown: number
  notAnswered: number
  notAccepted: number
  unordered: number
  /** Conversations in which a guard of the bot stopped it. */
  stopped: number
  /** Of the product and PostgreSQL together; the sandbox and the writers are not of them. */
  perCpuSecond: number
  productCpuSeconds: number
  postgresCpuSeconds: number
  sandboxCpuSeconds: number
  writersCpuSeconds: number
  /** Of the machine over the last minute. */
  load: number
}

const people = 10_000
/** A server that has just begun compiles what it meets first; this one has been running a while. */
const warming = { perSecond: 200, seconds: 5, people: 1000, as: 'warm' } as const
/** After the last was written. */
const withinMs = 60_000
/** With nothing new for so long, what is missing does not come. */
const stillMs = 15_000
/** How often what is done is counted; each count costs processor time itself. */
const countEveryMs = 500

/** People write at a pace, each several times, and a flow of the bot asks each of them back. Ends whatever happens. */
export async function benchInbound(perSecond: number, seconds: number): Promise<InboundFigures> {
  const bench = await openBench()
  const { app, businessId } = bench
  const http = await createHttp({
    log: createLog('error'),
    authenticate: (request) => authenticate(app, request.headers.authorization),
    frameOrigins: [],
  })
  try {
    mountRoutes(http, app)
    const url = `${await http.listen({ port: 0, host: '127.0.0.1' })}/marketing/api/webhooks/meta`
    // The endings of made-up numbers mean nothing here: everyone can be answered.
    await bench.sandbox('POST', 'settings', { fates: false })
    await startQuestionBot(bench)
    await bench.work()
    const order = { secret: sandboxSeed.app.secret, perSecond, seconds, people, as: 'write' } as const
    await prepareReplies()
    const warmed = await write({ ...order, ...warming, url })
    await accepted(app, businessId, warmed.written)
    const cpuBefore = await bench.cpuSeconds()
    const written = await write({ ...order, url })
    const end = performance.now()
    const total = warmed.written + written.written
    let counts = await progress(app, businessId)
    let moved = end
    let doneAt = end
    while (counts.accepted < total && performance.now() - end < withinMs) {
      await setTimeout(countEveryMs)
      const now = await progress(app, businessId)
      if (now.shown + now.answered + now.accepted > counts.shown + counts.answered + counts.accepted) {
        moved = performance.now()
        doneAt = moved
      } else if (performance.now() - moved > stillMs) break
      counts = now
    }
    const behindSeconds = (doneAt - end) / 1000
    const cpu = await bench.cpuSeconds()
    const productCpuSeconds = cpu.product - cpuBefore.product
    const postgresCpuSeconds = cpu.postgres - cpuBefore.postgres
    const { rows } = await sql<{
      shown: number
      answered: number
      accepted: number
      unordered: number
      stopped: number
    }>`
      with kept as (
        select i.conversation_id, i.received_at - e.received_at as shown, i.id,
          substr(i.wamid, 13)::int as nr, row_number() over (partition by i.conversation_id order by i.at, i.id) as place,
          e.received_at
        from inbound_messages i join webhook_events e on e.id = i.webhook_event_id
        where i.business_id = ${businessId} and i.wamid like 'wamid.write.%'
      ),
      sent as (
        select s.conversation_id, s.at, m.accepted_at,
          row_number() over (partition by s.conversation_id order by s.message_id) as place
        from conversation_sends s join messages m on m.business_id = s.business_id and m.id = s.message_id
        where s.business_id = ${businessId}
      )
      select extract(epoch from percentile_cont(0.95) within group (order by k.shown)) * 1000 as shown,
        extract(epoch from percentile_cont(0.95) within group (order by s.at - k.received_at)) * 1000 as answered,
        extract(epoch from percentile_cont(0.95) within group (order by s.accepted_at - k.received_at)) * 1000 as accepted,
        (select count(*)::int from bot_sessions where business_id = ${businessId} and stopped_at is not null) as stopped,
        (count(*) filter (where k.nr / ${people}::int <> k.place - 1))::int as unordered
      from kept k left join sent s using (conversation_id, place)`.execute(app.db)
    const row = rows[0]!
    return {
      written: written.written,
      perSecond: written.perSecond,
      rawPerSecond: await rawRate(order),
      shownP95Milliseconds: Number(row.shown),
      answeredP95Milliseconds: Number(row.answered),
      acceptedP95Milliseconds: Number(row.accepted),
      behindSeconds,
      notShown: Math.abs(total - counts.shown),
      notAnswered: Math.abs(total - counts.answered),
      notAccepted: Math.abs(total - counts.accepted),
      unordered: row.unordered,
      stopped: row.stopped,
      perCpuSecond: written.written / (productCpuSeconds + postgresCpuSeconds),
      productCpuSeconds,
      postgresCpuSeconds,
      sandboxCpuSeconds: cpu.sandbox - cpuBefore.sandbox,
      writersCpuSeconds: written.cpuSeconds,
      load: loadavg()[0]!,
    }
  } finally {
    await http.close()
    await bench.close()
  }
}

/** Resolves when so many were accepted, or after `withinMs`. */
async function accepted(app: App, businessId: number, count: number): Promise<void> {
  const until = performance.now() + withinMs
  while ((await progress(app, businessId)).accepted < count && performance.now() < until) {
    await setTimeout(countEveryMs)
  }
}

async function progress({ db }: App, businessId: number) {
  const { rows } = await sql<{ shown: number; answered: number; accepted: number }>`
    select (select count(*)::int from inbound_messages where business_id = ${businessId}) as shown,
      (select count(*)::int from conversation_sends where business_id = ${businessId}) as answered,
      (select count(*)::int from messages where business_id = ${businessId} and accepted_at is not null) as accepted`.execute(
    db,
  )
  return rows[0]!
}

function write(order: WriteOrder): Promise<WriteFigures> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, 'write-in.ts'))
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
    perSecond: 60_000,
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
