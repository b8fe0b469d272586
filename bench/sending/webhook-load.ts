import { createHmac } from 'node:crypto'
import { Pool } from 'undici'
import { sandboxSeed } from '#sandbox/world/seed.ts'

export type LoadOrder = {
  url: string
  secret: string
  posts: number
  connections: number
  /** Statuses in each POST. */
  statuses: number
  /** POSTs a second; absent: as fast as they are answered. */
  perSecond?: number
}
export type LoadFigures = { perSecond: number; p99Ms: number }

/** Posts signed status webhooks and measures the answers; a child process that takes commands. */
process.once('message', (order: LoadOrder) => {
  run(order).then(
    (figures) => process.send?.(figures, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

async function run({
  url,
  secret,
  posts,
  connections,
  statuses,
  perSecond,
}: LoadOrder): Promise<LoadFigures> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const bodies = Array.from({ length: 64 }, (_, n) => signed(n, statuses, secret))
  const took: number[] = []
  const start = performance.now()
  let next = 0
  const worker = async (): Promise<void> => {
    for (;;) {
      const n = next++
      if (n >= posts) return
      if (perSecond) {
        const due = start + (n / perSecond) * 1000
        const wait = due - performance.now()
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      }
      const { body, signature } = bodies[n % bodies.length]!
      const at = performance.now()
      const answer = await pool.request({
        method: 'POST',
        path: pathname,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        body,
      })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - start) / 1000
  await pool.close()
  took.sort((a, b) => a - b)
  return { perSecond: posts / seconds, p99Ms: took[Math.floor(took.length * 0.99)] ?? 0 }
}

function signed(n: number, count: number, secret: string): { body: string; signature: string } {
  const status = (m: number) => ({
    id: `wamid.load.${n}.${m}`,
    status: 'delivered',
    timestamp: '1790000000',
    recipient_id: '919812345678',
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  })
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: sandboxSeed.phone.id },
    statuses: Array.from({ length: count }, (_, m) => status(m)),
  }
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: sandboxSeed.waba.id, changes: [{ field: 'messages', value }] }],
  })
  return { body, signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}
