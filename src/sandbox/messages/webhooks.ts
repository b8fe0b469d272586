import { createHmac } from 'node:crypto'
import { Agent, type Dispatcher, request } from 'undici'
import { type MetaApp, seconds } from '../world/accounts.ts'
import { createTimetable } from '../world/timetable.ts'
import type { Part, Webhooks } from '../world/world.ts'

/** One POST to a callback, until it is answered 200. */
type Delivery = {
  appId: string
  url: URL
  body: string
  signature: string
  firstAt: number
  attempts: number
}

/** Pauses before each new try. Meta: at once, then with falling frequency. */
const pausesMs = [100, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000]

export function createWebhooks(world: () => Part<'settings' | 'accounts' | 'log' | 'keep'>): Webhooks {
  const queue: Delivery[] = []
  let head = 0
  let underWay = 0
  let closed = false
  let agent: { agent: Agent; connections: number } | null = null
  const handshakes = new Map<string, Promise<boolean>>()
  const totals = { posted: 0, accepted: 0, failed: 0, dropped: 0 }
  const again = createTimetable<Delivery>((deliveries) => {
    for (const delivery of deliveries) enqueue(delivery)
  })

  /** Recreated when the settings ask for another number of connections. */
  const agentNow = (): Agent => {
    const { connections, timeoutMs } = world().settings.webhook
    if (agent?.connections === connections) return agent.agent
    // What is under way on the old one ends there.
    void agent?.agent.close()
    agent = {
      connections,
      agent: new Agent({
        connections,
        pipelining: 1,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        keepAliveTimeout: 30_000,
      }),
    }
    return agent.agent
  }

  const enqueue = (delivery: Delivery) => {
    queue.push(delivery)
    pump()
  }
  const pump = () => {
    const { connections } = world().settings.webhook
    while (underWay < connections && head < queue.length && !closed) {
      const delivery = queue[head++]!
      if (head > 8_192) {
        queue.splice(0, head)
        head = 0
      }
      underWay++
      attempt(delivery)
    }
  }
  const settle = (delivery: Delivery, status: number | null) => {
    underWay--
    if (status === 200) totals.accepted++
    else retry(delivery)
    pump()
  }
  const retry = (delivery: Delivery) => {
    totals.failed++
    if (closed) return
    const pause = pausesMs[Math.min(delivery.attempts, pausesMs.length) - 1] ?? 100
    if (Date.now() + pause - delivery.firstAt > world().settings.webhook.retryForMs) totals.dropped++
    else again.put(Date.now() + pause, delivery)
  }

  const attempt = (delivery: Delivery) => {
    delivery.attempts++
    const app = world().accounts.apps.get(delivery.appId)
    if (app && app.callbackUrl === delivery.url.href && !app.verified) {
      void handshake(app).then((verified) => (verified ? post(delivery) : settle(delivery, null)))
    } else {
      post(delivery)
    }
  }
  const post = (delivery: Delivery) => {
    totals.posted++
    let status: number | null = null
    let settled = false
    const finish = (result: number | null) => {
      if (settled) return
      settled = true
      settle(delivery, result)
    }
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, statusCode) => {
        status = statusCode
      },
      onResponseData: () => undefined,
      onResponseEnd: () => finish(status),
      onResponseError: () => finish(null),
    }
    agentNow().dispatch(
      {
        origin: delivery.url.origin,
        path: `${delivery.url.pathname}${delivery.url.search}`,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'facebookexternalua',
          'x-hub-signature-256': `sha256=${delivery.signature}`,
        },
        body: delivery.body,
      },
      handler,
    )
  }

  /** Asked once for all that wait for it; a refusal is asked again with the next try. */
  const handshake = (app: MetaApp): Promise<boolean> => {
    const under = handshakes.get(app.id)
    if (under) return under
    const asked = verify(app.callbackUrl ?? '', app.verifyToken ?? '').then((problem) => {
      handshakes.delete(app.id)
      if (problem === null) {
        app.verified = true
        world().log(`webhook callback ${app.callbackUrl} verified`)
        world().keep()
      }
      return problem === null
    })
    handshakes.set(app.id, asked)
    return asked
  }

  const verify = async (url: string, verifyToken: string): Promise<string | null> => {
    try {
      const target = new URL(url)
      const challenge = String(1_000_000_000 + Math.floor(Math.random() * 999_999_999))
      target.searchParams.set('hub.mode', 'subscribe')
      target.searchParams.set('hub.challenge', challenge)
      target.searchParams.set('hub.verify_token', verifyToken)
      const answer = await request(target, {
        dispatcher: agentNow(),
        headers: { 'user-agent': 'facebookplatform/1.0' },
      })
      const text = await answer.body.text()
      if (answer.statusCode !== 200) return `HTTP Status Code = ${answer.statusCode}`
      return text === challenge ? null : 'The response does not match the challenge'
    } catch (cause) {
      return cause instanceof Error ? cause.message : 'The URL could not be reached'
    }
  }

  const send = (app: MetaApp, url: string, body: string) => {
    const target = parsed(url)
    if (!target) {
      totals.dropped++
      return
    }
    const escaped = escapeBeyondAscii(body)
    const signature = createHmac('sha256', app.secret).update(escaped).digest('hex')
    enqueue({ appId: app.id, url: target, body: escaped, signature, firstAt: Date.now(), attempts: 0 })
  }

  return {
    verify,
    messages: (phone, rest) => {
      const waba = world().accounts.wabas.get(phone.wabaId)
      if (!waba) return
      const body = `{"object":"whatsapp_business_account","entry":[{"id":"${waba.id}","changes":[{"value":{"messaging_product":"whatsapp","metadata":{"display_phone_number":"${phone.digits}","phone_number_id":"${phone.id}"},${rest}},"field":"messages"}]}]}`
      for (const subscription of waba.subscriptions) {
        const app = world().accounts.apps.get(subscription.appId)
        if (!app?.fields.includes('messages')) continue
        const url = subscription.overrideUri ?? app.callbackUrl
        if (url) send(app, url, body)
      }
    },
    field: (wabaId, field, value, entryId) => {
      const { accounts } = world()
      const waba = accounts.wabas.get(wabaId)
      const change = JSON.stringify({ value, field })
      const numbers = change.replace(/"(message_template_id)":"(\d+)"/g, '"$1":$2')
      const body = `{"object":"whatsapp_business_account","entry":[{"id":"${entryId ?? wabaId}","time":${seconds(Date.now())},"changes":[${numbers}]}]}`
      // Account events go to the app that caused them, subscribed to the account or not.
      const appIds =
        field === 'account_update'
          ? [...accounts.apps.keys()]
          : (waba?.subscriptions ?? []).map(({ appId }) => appId)
      for (const appId of appIds) {
        const app = accounts.apps.get(appId)
        if (app?.callbackUrl && app.fields.includes(field)) send(app, app.callbackUrl, body)
      }
    },
    counts: () => ({ ...totals, waiting: queue.length - head + again.size(), underWay }),
    waiting: () =>
      [...queue.slice(head), ...again.entries().map(({ thing }) => thing)].map(
        ({ appId, url, body, firstAt }) => ({ appId, url: url.href, body, firstAt }),
      ),
    restore: (appId, url, body, firstAt) => {
      const app = world().accounts.apps.get(appId)
      const target = parsed(url)
      if (!app || !target) return
      const signature = createHmac('sha256', app.secret).update(body).digest('hex')
      enqueue({ appId, url: target, body, signature, firstAt, attempts: 0 })
    },
    clear: () => {
      queue.length = 0
      head = 0
      again.clear()
      Object.assign(totals, { posted: 0, accepted: 0, failed: 0, dropped: 0 })
    },
    close: async () => {
      closed = true
      again.stop()
      await agent?.agent.destroy()
    },
  }
}

/** URLs met before, since parsing one costs as much as signing a body. */
const urls = new Map<string, URL | null>()

function parsed(url: string): URL | null {
  let known = urls.get(url)
  if (known === undefined) {
    known = URL.canParse(url) ? new URL(url) : null
    urls.set(url, known)
  }
  return known
}

/** Meta sends and signs its webhooks with everything beyond ASCII written as lower-case `\uXXXX`. */
export function escapeBeyondAscii(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
