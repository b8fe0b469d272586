import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A shop that the bot orders at. */
export type Shop = {
  url: string
  /** What `LINK_NETWORKS` has to name. */
  network: string
  /** The idempotency keys of all calls for a customer, by the digits of their phone; empty: a call without one. */
  keysOf: (digits: string) => ReadonlySet<string>
  calls: () => number
  /** Calls that are not answered yet. */
  open: () => number
  /** Calls whose caller was gone before the answer. */
  cutOff: () => number
  close: () => void
}

const host = '127.0.0.2'

/** The order that the shop makes for a customer, by the digits of their phone. */
export const orderOf = (digits: string): string => `A-${digits}`

/** Takes orders after a while, so that kills meet calls that are under way. */
export async function openShop(): Promise<Shop> {
  const keys = new Map<string, Set<string>>()
  let calls = 0
  let open = 0
  let cutOff = 0
  const server = createServer((request, response) => {
    calls++
    open++
    response.on('close', () => {
      open--
      if (!response.writableFinished) cutOff++
    })
    const { searchParams } = new URL(request.url ?? '', `http://${host}`)
    const digits = (searchParams.get('phone') ?? '').replace(/\D/g, '')
    const theirs = keys.get(digits) ?? new Set()
    keys.set(digits, theirs.add(String(request.headers['idempotency-key'] ?? '')))
    setTimeout(
      () => response.end(JSON.stringify({ order: { id: orderOf(digits) } })),
      300 + Math.random() * 1200,
    )
  })
  await new Promise<void>((listening) => server.listen(0, host, listening))
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    network: `${host}/32`,
    keysOf: (digits) => keys.get(digits) ?? new Set(),
    calls: () => calls,
    open: () => open,
    cutOff: () => cutOff,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
