import { createHmac, randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { conversations } from '#contract/conversations.ts'
import { sandboxSeed } from '#sandbox/world/seed.ts'
import { mostStreamsPerUser } from '#server/platform/http/event-stream.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { openBench } from '../open-bench.ts'
import { webhook } from './write-in.ts'

export type LiveFigures = {
  /** From the webhook's request until the last open screen had its event and the message was read. */
  screenP50Milliseconds: number
  screenP95Milliseconds: number
  /** From a send's request until the provider had answered, beside a campaign on the same number. */
  sendP50Milliseconds: number
  sendP95Milliseconds: number
  sendWorstMilliseconds: number
  notSent: number
  /** What the campaign sent meanwhile in a whole second, of the number's limit. */
  campaignShare: number
  /** A request to this server that does nothing. */
  rawP95Milliseconds: number
  load: number
}

const screens = 200
const rounds = 40
const limit = 80
const betweenMs = 100
const withinMs = 60_000

/** People write while 200 screens are open, and are answered while a campaign of so many goes from the same number. */
export async function benchLive(campaign: number): Promise<LiveFigures> {
  const bench = await openBench({ throughput: limit })
  const { app, businessId } = bench
  const http = await createHttp({
    log: createLog('error'),
    authenticate: async ({ headers }) => ({
      userId: Number(headers['x-user'] ?? 1),
      businessId,
      sessionId: 'bench',
    }),
    frameOrigins: [],
  })
  const dispatcher = new Agent({ connections: screens + 10 })
  const leave = new AbortController()
  try {
    mountRoutes(http, app)
    const origin = await http.listen({ port: 0, host: '127.0.0.1' })
    // The endings of made-up numbers mean nothing here: everyone can be answered.
    await bench.sandbox('POST', 'settings', { fates: false })
    await bench.work()
    const open = Array.from({ length: screens }, () => ({
      ids: new Set<number>(),
      wake: (): void => undefined,
    }))
    const watching = open.map(async (screen, nr) => {
      const { body } = await request(`${origin}${conversations.live.path}`, {
        dispatcher,
        signal: leave.signal,
        headers: { 'x-user': String(1 + Math.floor(nr / mostStreamsPerUser)) },
      })
      for await (const chunk of body.setEncoding('utf8')) {
        for (const [, ids] of String(chunk).matchAll(/"ids":\[([\d,]+)\]/g)) {
          for (const id of ids!.split(',')) screen.ids.add(Number(id))
        }
        screen.wake()
      }
    })
    // They end with the bench.
    void Promise.allSettled(watching)
    const isTold = (screen: (typeof open)[number], id: () => number | undefined): Promise<void> =>
      new Promise((resolve, reject) => {
        const late = globalThis.setTimeout(() => reject(new Error('a screen was not told')), withinMs)
        screen.wake = () => {
          const one = id()
          if (one === undefined || !screen.ids.has(one)) return
          clearTimeout(late)
          resolve()
        }
        screen.wake()
      })
    const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
      const answer = await request(`${origin}${path}`, {
        dispatcher,
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) throw new Error(`${method} ${path}: ${text}`)
      return JSON.parse(text) as T
    }

    const shown: number[] = []
    const ids: number[] = []
    for (let nr = 0; nr < rounds; nr++) {
      for (const screen of open) screen.ids.clear()
      const body = webhook(nr, rounds)
      const start = performance.now()
      await request(`${origin}/marketing/api/webhooks/meta`, {
        dispatcher,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${createHmac('sha256', sandboxSeed.app.secret).update(body).digest('hex')}`,
        },
        body,
      }).then((answer) => answer.body.dump())
      // One person writes at a time: each event is about them.
      const id = () => open.flatMap((screen) => [...screen.ids])[0]
      await Promise.all(open.map((screen) => isTold(screen, id)))
      const { items } = await call<{ items: { wamid: string }[] }>(
        'GET',
        conversations.timeline.path.replace('{id}', String(id())),
      )
      if (!items.some(({ wamid }) => wamid === `wamid.write.${nr}`)) throw new Error(`${nr} was not shown`)
      // The first one warms up.
      if (nr > 0) shown.push(performance.now() - start)
      ids.push(id()!)
      await setTimeout(betweenMs)
    }

    const raw: number[] = []
    for (let nr = 0; nr < rounds; nr++) {
      const start = performance.now()
      await request(`${origin}/`, { dispatcher }).then((answer) => answer.body.dump())
      raw.push(performance.now() - start)
    }

    await bench.plan(campaign)
    await setTimeout(3000)
    const sent: { id: number; at: number }[] = []
    for (const id of ids) {
      const at = Date.now()
      const { message_id } = await call<{ message_id: number }>(
        'POST',
        conversations.send.path.replace('{id}', String(id)),
        { send_key: randomUUID(), message: { type: 'text', text: 'Yes, we are open.' } },
      )
      sent.push({ id: message_id, at })
      await setTimeout(betweenMs)
    }
    const took = await untilAccepted(sent)
    const rates = await bench.sandbox<{ seconds: { accepted: number }[] }>(
      'GET',
      `rates?phone=${bench.phoneNumberId}`,
    )
    const whole = rates.seconds.map(({ accepted }) => accepted).slice(-20, -1)
    const at = (times: number[], share: number): number =>
      times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
    return {
      screenP50Milliseconds: at(shown, 0.5),
      screenP95Milliseconds: at(shown, 0.95),
      sendP50Milliseconds: at(took, 0.5),
      sendP95Milliseconds: at(took, 0.95),
      sendWorstMilliseconds: at(took, 1),
      notSent: sent.length - took.length,
      campaignShare: whole.reduce((sum, one) => sum + one, 0) / whole.length / limit,
      rawP95Milliseconds: at(raw, 0.95),
      load: loadavg()[0]!,
    }

    async function untilAccepted(all: readonly { id: number; at: number }[]): Promise<number[]> {
      const begun = performance.now()
      for (;;) {
        const { rows } = await sql<{ id: number; accepted_at: Date }>`
          select id, accepted_at from messages where business_id = ${businessId} and accepted_at is not null
            and id = any(${all.map(({ id }) => id)}::bigint[])`.execute(app.db)
        if (rows.length === all.length || performance.now() - begun > withinMs) {
          const acceptedAt = new Map(rows.map((row) => [Number(row.id), +row.accepted_at]))
          return all.flatMap(({ id, at }) => (acceptedAt.has(id) ? acceptedAt.get(id)! - at : []))
        }
        await setTimeout(200)
      }
    }
  } finally {
    leave.abort()
    await dispatcher.destroy()
    await http.close()
    await bench.close()
  }
}

if (import.meta.main) {
  process.stdout.write(`${JSON.stringify(await benchLive(Number(process.argv[2] ?? 100_000)), null, 2)}\n`)
}
