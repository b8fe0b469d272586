import type { deliveryFaults } from '#contract/api/hooks.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { isPublic, isPublicHost } from '#server/platform/outside/public-addresses.ts'
import {
  callOutside,
  discard,
  OutsideError,
  type OutsideFault,
} from '#server/platform/outside/public-fetch.ts'
import { isListed, reachOf } from '#server/platform/outside/reach.ts'

export type DeliveryFault = (typeof deliveryFaults)[number]

/** Standard Webhooks asks for 15 to 30 seconds. */
const longestMs = 15_000
/** A name that is looked up. */
const ports = new Set(['', '443', '8443'])

/**
 * The address as it is kept. Only https, except in networks that the operator allows; what a name leads to is checked
 * again at each call.
 * @throws AppError `invalid_input` at `url`
 */
export function checkAddress(app: App, address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    throw refused(t('hooks.address.invalid'))
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const { allowed, hosts } = reachOf(app.settings)
  const isOwn = !isPublic(host) && isPublic(host, allowed)
  if (isOwn) return withoutHash(url)
  if (url.protocol !== 'https:') throw refused(t('hooks.address.https'))
  if (hosts && !isListed(host, hosts)) throw refused(t('hooks.address.notListed'))
  if (!isPublicHost(url.href) || !ports.has(url.port)) throw refused(t('hooks.address.notPublic'))
  return withoutHash(url)
}

function withoutHash(url: URL): string {
  url.hash = ''
  return url.href
}

const refused = (sentence: string): AppError =>
  new AppError('invalid_input', sentence, { fields: { url: sentence } })

export type CallResult = { status: number | null; fault: DeliveryFault | null; durationMs: number }

const faults: Partial<Record<OutsideFault, DeliveryFault>> = {
  bad_address: 'bad_address',
  not_public: 'not_public',
  not_listed: 'turned_off',
  not_found: 'not_found',
}

/** Posts to an address. The body of the answer is not read; redirects are a refusal. */
export async function post(
  app: App,
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<CallResult> {
  if (app.settings.outsideRequests === false) return { status: null, fault: 'turned_off', durationMs: 0 }
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  const signal = AbortSignal.timeout(longestMs)
  try {
    const answer = await callOutside(
      url,
      { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } },
      { signal, ...reachOf(app.settings), userAgent: 'Tidings-Webhooks/1' },
    )
    discard(answer.body)
    return { status: answer.status, fault: null, durationMs: took() }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    if (error.fault === 'refused') return { status: error.status, fault: 'status', durationMs: took() }
    const fault = signal.aborted ? 'timeout' : (faults[error.fault] ?? 'unreachable')
    return { status: null, fault, durationMs: took() }
  }
}
