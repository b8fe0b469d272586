import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
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
  const connections = await Promise.all(Array.from({ length: 100 }, () => openConnection(new URL(url))))
  const took: number[] = []
  const total = perSecond * seconds
  const start = performance.now()
  const latest = start + seconds * 1000 * mostTimes
  let next = 0
  const writer = async (connection: Connection): Promise<void> => {
    while (next < total && performance.now() < latest) {
      const n = next++
      const wait = start + (n / perSecond) * 1000 - performance.now()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const body = webhook(n, people, as)
      const at = performance.now()
      const status = await connection.send(body, createHmac('sha256', secret).update(body).digest('hex'))
      if (status !== 200) throw new Error(`answered ${status}`)
      took.push(performance.now() - at)
    }
  }
  await Promise.all(connections.map(writer))
  const ms = performance.now() - start
  for (const connection of connections) connection.close()
  took.sort((a, b) => a - b)
  const { user, system } = process.cpuUsage()
  return {
    written: took.length,
    perSecond: took.length / (ms / 1000),
    p99Ms: took[Math.floor(took.length * 0.99)] ?? 0,
    cpuSeconds: (user + system) / 1e6,
  }
}

type Connection = { send: (body: string, signature: string) => Promise<number>; close: () => void }

/**
 * A connection that posts webhooks one after the other and answers the status of each. An HTTP client takes twice the
 * processor time, and who writes shares the machine with what is measured.
 */
async function openConnection({ hostname, port, host, pathname }: URL): Promise<Connection> {
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  const head = `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n`
  let read = ''
  let settle: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    read += chunk
    const end = read.indexOf('\r\n\r\n')
    if (end < 0) return
    const length = /\r\ncontent-length: *(\d+)/i.exec(read.slice(0, end))?.[1]
    if (length === undefined && !read.endsWith('0\r\n\r\n')) return
    if (length !== undefined && read.length < end + 4 + Number(length)) return
    const status = Number(read.slice(9, 12))
    read = ''
    settle?.resolve(status)
  })
  socket.on('error', (error) => settle?.reject(error))
  socket.on('close', () => settle?.reject(new Error('the server closed the connection')))
  return {
    send: (body, signature) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(
          `${head}x-hub-signature-256: sha256=${signature}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        )
      }),
    close: () => socket.destroy(),
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
