import { createHmac } from 'node:crypto'
import { Pool } from 'undici'
import { sandboxSeed } from '#sandbox/world/seed.ts'

/** `as` names the messages and the people: two orders with other names have none in common. */
export type WriteOrder = {
  url: string
  secret: string
  perSecond: number
  seconds: number
  people: number
  as: keyof typeof areas
}
export type WriteFigures = { written: number; perSecond: number; p99Ms: number; cpuSeconds: number }

/** Where they are answered so slowly that it takes this many times as long, they stop. */
const mostTimes = 2

/** People write one signed webhook each at a pace; a child process that takes commands. */
process.once('message', (order: WriteOrder) => {
  write(order).then(
    (figures) => process.send?.(figures, () => process.exit(0)),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})

const areas = { warm: '97', write: '98' }

async function write({ url, secret, perSecond, seconds, people, as }: WriteOrder): Promise<WriteFigures> {
  const { origin, pathname } = new URL(url)
  const pool = new Pool(origin, { connections: 100, pipelining: 1 })
  const took: number[] = []
  const total = perSecond * seconds
  const start = performance.now()
  const latest = start + seconds * 1000 * mostTimes
  let next = 0
  const writer = async (): Promise<void> => {
    while (next < total && performance.now() < latest) {
      const n = next++
      const wait = start + (n / perSecond) * 1000 - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const body = webhook(n, people, as)
      const at = performance.now()
      const answer = await pool.request({
        method: 'POST',
        path: pathname,
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
        },
        body,
      })
      await answer.body.dump()
      if (answer.statusCode !== 200) throw new Error(`answered ${answer.statusCode}`)
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: 100 }, writer))
  const ms = performance.now() - start
  await pool.close()
  took.sort((a, b) => a - b)
  const { user, system } = process.cpuUsage()
  return {
    written: took.length,
    perSecond: took.length / (ms / 1000),
    p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
    cpuSeconds: (user + system) / 1e6,
  }
}

export function webhook(n: number, people: number, as: WriteOrder['as'] = 'write'): string {
  const from = `91${areas[as]}${String(n % people).padStart(8, '0')}`
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '12125550142', phone_number_id: sandboxSeed.phone.id },
    contacts: [{ profile: { name: `Person ${n % people}` }, wa_id: from }],
    messages: [
      {
        from,
        id: `wamid.${as}.${n}`,
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'text',
        text: { body: `parcel ${n}` },
      },
    ],
  }
  return JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: sandboxSeed.waba.id, changes: [{ field: 'messages', value }] }],
  })
}
