import type { App } from '#server/app.ts'
import { listOf } from '#server/platform/outside/public-addresses.ts'
import { callOutside, discard, OutsideError } from '#server/platform/outside/public-fetch.ts'

const lists = new Map<string, ReturnType<typeof listOf>>()
const longestMs = 5000
const mostBytes = 100_000

type Call = Parameters<typeof callOutside>[1]
/** `again`: it may go well the next time. */
export type Called = { ok: true; body: string } | { ok: false; again: boolean }

/** These are the connection's own. */
const kept = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'accept-encoding',
  'upgrade',
])

/** Calls an address of the owner's, guarded against our own network. Never throws for what the address does. */
export async function callOwnersAddress(app: App, url: string, call: Call, ms = longestMs): Promise<Called> {
  if (app.settings.outsideRequests === false) return { ok: false, again: false }
  const networks = app.settings.linkNetworks ?? []
  const name = networks.join(' ')
  const allowed = lists.get(name) ?? listOf(networks)
  lists.set(name, allowed)
  const headers = Object.fromEntries(
    Object.entries(call.headers).filter(
      ([header, value]) =>
        /^[A-Za-z0-9-]{1,100}$/.test(header) &&
        !kept.has(header.toLowerCase()) &&
        /^[\t\x20-\x7e]*$/.test(value),
    ),
  )
  try {
    const signal = AbortSignal.timeout(ms)
    const { body } = await callOutside(
      url,
      { ...call, headers },
      { signal, allowed, accept: 'application/json' },
    )
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length
      if (bytes > mostBytes) {
        discard(body)
        return { ok: false, again: false }
      }
      chunks.push(chunk as Buffer)
    }
    return { ok: true, body: Buffer.concat(chunks).toString('utf8') }
  } catch (error) {
    app.log.debug({ err: error }, 'an address that the chatbot called did not answer')
    if (!(error instanceof OutsideError)) return { ok: false, again: true }
    const mayRecover = error.fault === 'unreachable' || (error.fault === 'refused' && error.status >= 500)
    return { ok: false, again: mayRecover || error.status === 429 }
  }
}
