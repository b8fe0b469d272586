import type { CallFault } from '#contract/conversations/timeline.ts'
import type { App } from '#server/app.ts'
import {
  callOutside,
  discard,
  OutsideError,
  type OutsideFault,
} from '#server/platform/outside/public-fetch.ts'
import { reachOf } from '#server/platform/outside/reach.ts'

const longestMs = 5000
const mostBytes = 100_000

type Call = Parameters<typeof callOutside>[1]
/** Why a call brought nothing, and the status where it was refused. */
export type CallFailure = { fault: CallFault; status: number | null }
/** `again`: it may go well the next time. */
export type Called = { ok: true; body: string } | ({ ok: false; again: boolean } & CallFailure)

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
  if (app.settings.outsideRequests === false) return failed('switched_off')
  const headers = Object.fromEntries(
    Object.entries(call.headers).filter(
      ([header, value]) =>
        /^[A-Za-z0-9-]{1,100}$/.test(header) &&
        !kept.has(header.toLowerCase()) &&
        /^[\t\x20-\x7e]*$/.test(value),
    ),
  )
  const signal = AbortSignal.timeout(ms)
  try {
    const { body } = await callOutside(
      url,
      { ...call, headers },
      { signal, ...reachOf(app.settings), accept: 'application/json' },
    )
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length
      if (bytes > mostBytes) {
        discard(body)
        return failed('too_large')
      }
      chunks.push(chunk as Buffer)
    }
    return { ok: true, body: Buffer.concat(chunks).toString('utf8') }
  } catch (error) {
    app.log.debug({ err: error }, 'an address that the chatbot called did not answer')
    if (signal.aborted) return { ...failed('timeout'), again: true }
    if (!(error instanceof OutsideError)) return { ...failed('unreachable'), again: true }
    const { fault, status } = error
    if (fault !== 'refused') return { ...failed(faults[fault]), again: fault === 'unreachable' }
    return { ...failed('status', status), again: status >= 500 || status === 429 }
  }
}

const failed = (fault: CallFault, status: number | null = null) => ({
  ok: false as const,
  again: false,
  fault,
  status,
})

const faults: Record<Exclude<OutsideFault, 'refused'>, CallFault> = {
  bad_address: 'bad_address',
  not_public: 'not_public',
  not_listed: 'switched_off',
  not_found: 'not_found',
  unreachable: 'unreachable',
  too_many_redirects: 'unreachable',
}
