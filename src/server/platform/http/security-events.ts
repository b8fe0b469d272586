import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { Logger } from '../log.ts'
import { callers } from './callers.ts'

/** The `security` field of a log line. Alarms of operators match these words: none is renamed. */
export type SecurityEvent =
  | 'sign_in_failed'
  | 'token_refused'
  | 'unknown_id'
  | 'not_allowed'
  | 'signature_forged'
  | 'limit_reached'

/** A flood of one kind writes so many lines in a minute; the rest is counted. */
const linesPerMinute = 60
const minuteMs = 60_000

type Window = { until: number; lines: number; more: number }
const windows = new WeakMap<object, Map<SecurityEvent, Window>>()

/** A refused call as an event, or undefined where there is nothing to tell. */
function eventOf(request: FastifyRequest, code: ErrorCode): SecurityEvent | undefined {
  switch (code) {
    case 'wrong_credentials':
      return 'sign_in_failed'
    case 'two_factor_needed':
      return hasCode(request.body) ? 'sign_in_failed' : undefined
    case 'unauthenticated':
      return request.headers.authorization ? 'token_refused' : undefined
    case 'forbidden':
      return callers.has(request) ? 'not_allowed' : 'signature_forged'
    case 'not_found':
      return callers.has(request) && Object.keys(request.params ?? {}).length > 0 ? 'unknown_id' : undefined
    case 'rate_limited':
      return 'limit_reached'
    default:
      return undefined
  }
}

/** A login whose code was wrong; without one it was only asked for. */
const hasCode = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && Boolean(body.code)

/**
 * One line of the log for a refused call: the event, the call's pattern, who and from where. No id, token or address
 * of a person is in it, as the pattern has none.
 */
export function noteSecurityEvent(log: Logger, request: FastifyRequest, code: ErrorCode): void {
  const event = eventOf(request, code)
  if (!event) return
  const kept = windows.get(log) ?? new Map<SecurityEvent, Window>()
  windows.set(log, kept)
  const now = performance.now()
  let window = kept.get(event)
  if (!window || window.until <= now) {
    if (window && window.more > 0)
      log.warn({ security: event, more: window.more }, 'more of these were refused')
    window = { until: now + minuteMs, lines: 0, more: 0 }
    kept.set(event, window)
  }
  if (window.lines >= linesPerMinute) {
    window.more += 1
    return
  }
  window.lines += 1
  const caller = callers.get(request)
  // People have old pages open: an id that is gone is no alarm.
  log[event === 'unknown_id' ? 'info' : 'warn'](
    {
      security: event,
      reqId: request.id,
      address: request.ip,
      call: `${request.method} ${request.routeOptions.url ?? ''}`,
      ...(caller && { userId: caller.userId, businessId: caller.businessId }),
    },
    'a call was refused',
  )
}
