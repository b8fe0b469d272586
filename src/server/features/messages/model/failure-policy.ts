import { explainError } from '#server/providers/meta/errors/error-catalogue.ts'
import { isOfClass } from '#server/providers/meta/errors/error-classes.ts'
import {
  type Explanation,
  type LeadEffect,
  reasonOf,
} from '#server/providers/meta/errors/error-explanation.ts'
import type { Delivery } from '#server/providers/meta/errors/meta-error.ts'
import { explanationOf } from '#server/stored-text/read-text.ts'
import type { StoredText } from '#server/stored-text/stored-text.ts'
import { reasons } from './message-status.ts'

/** A message that was not taken, or of which nobody knows. */
export type Refusal = {
  explanation: Explanation
  delivery: Delivery
  code: number | null
  /** What kept a message without a provider's code from being sent. */
  reason?: string
  /** The provider's words. */
  title: string
  details: string | null
  /** The least the provider asks to wait. */
  retryAfterMs: number
  /** It came as a `failed` status: certain, where the same code as an answer may not be. */
  byWebhook: boolean
  /** The access that the refused request was made with; absent where nothing was requested. */
  token?: string
}

/** What is known of the message and its lane when it is refused. */
export type Circumstances = {
  /** How often this message was tried again for the same code. */
  retries: number
  /** How often in a row this lane was made to wait. */
  streak: number
  /** A single send, not part of a campaign. */
  single: boolean
  /** 0 to 1, so that messages that wait together do not come back together. */
  random: number
}

export type Pause = {
  /** `number`: this lane; `account`: all numbers of the account. */
  scope: 'number' | 'account'
  ms: number
  code: string
  reason: StoredText
}

/** What becomes of the message, and of others with it. */
export type Decision = {
  message:
    | { to: 'queued'; afterMs: number; reason: string; counts: boolean }
    | { to: 'failed'; reason: string | null }
    /** `afterMs`: at least so long until it may go again; the settling time is the business's. */
    | { to: 'unknown'; reason: typeof reasons.noAnswer | typeof reasons.reconcile; afterMs: number }
  pause?: Pause
  /** Until a person acts: this campaign, everything of this number, or of its account. */
  stop?: {
    scope: 'campaign' | 'number' | 'account'
    reconnect: boolean
    code: string
    /** What happened and what to do. */
    reason: StoredText
    /** Only what happened. */
    happened: StoredText
  }
  lead?: LeadEffect
  /** The provider or the way to it is at fault: many of these in a row and the lane takes a breath. */
  providerFault: boolean
}

/** A pause because the provider fails again and again. */
export const providerFailingCode = 'provider_failing'
/** A pause for the number's quality or its 24-hour limit. */
export const spamLimitedCode = 'spam_limited'
/** Our name for the cause of a pause. */
function pauseCodeOf(code: number | null): string {
  if (isOfClass(code, 'spamLimit')) return spamLimitedCode
  return isOfClass(code, 'maintenance') ? 'maintenance' : 'paced'
}

/** From how far apart the tries of one message come back: a fifth of the wait. */
const jitter = 0.2

/**
 * The one place where a refusal is turned into what happens next. Pure. The meaning of each code is the
 * catalogue's (providers/meta/error-catalogue.ts).
 */
export function decide(refusal: Refusal, circumstances: Circumstances): Decision {
  const { explanation, delivery, byWebhook } = refusal
  const lead = explanation.lead ? { lead: explanation.lead } : {}
  if (delivery === 'unknown') {
    return { message: { to: 'unknown', reason: reasons.noAnswer, afterMs: 0 }, providerFault: true }
  }
  if (delivery === 'never_sent' && explanation.action === 'retry') {
    const wait = waitOf(explanation, circumstances.streak)
    const ms = typeof wait === 'object' ? wait.ms : 1000
    return {
      message: { to: 'queued', afterMs: 0, reason: reasons.retry, counts: false },
      pause: {
        scope: 'number',
        ms,
        code: 'provider_unreachable',
        reason: explanationOf(refusal, 'sentence'),
      },
      providerFault: true,
    }
  }
  switch (explanation.action) {
    case 'fail':
      return { message: failed(refusal), ...lead, providerFault: false }
    case 'retry':
    case 'pause_management': {
      const wait = waitOf(explanation, circumstances.retries)
      if (wait === 'stop_campaign') return stopping(refusal, circumstances, 'campaign')
      if (wait === 'fail') return { message: failed(refusal), ...lead, providerFault: false }
      const afterMs = Math.max(wait.ms * (1 + circumstances.random * jitter), refusal.retryAfterMs)
      const message =
        explanation.mayHaveBeenAccepted && !byWebhook
          ? ({ to: 'unknown', reason: reasons.reconcile, afterMs } as const)
          : ({ to: 'queued', afterMs, reason: reasons.retry, counts: true } as const)
      return {
        message,
        providerFault: explanation.fault === 'provider' && !isOfClass(refusal.code, 'pairRate'),
      }
    }
    case 'pause_number':
    case 'pause_account': {
      const wait = waitOf(explanation, circumstances.streak)
      const ms = Math.max(typeof wait === 'object' ? wait.ms : 60_000, refusal.retryAfterMs)
      const code = pauseCodeOf(refusal.code)
      const scope = explanation.action === 'pause_account' ? 'account' : 'number'
      return {
        message: { to: 'queued', afterMs: 0, reason: reasons.retry, counts: false },
        pause: { scope, ms, code, reason: explanationOf(refusal, 'sentence') },
        providerFault: false,
      }
    }
    case 'stop_campaign':
      return stopping(refusal, circumstances, 'campaign')
    case 'stop_number':
      return stopping(refusal, circumstances, 'number')
    case 'stop_account':
      return stopping(refusal, circumstances, 'account')
  }
}

/**
 * What is wrong for all stops all and loses nothing: the message goes back to the queue. A single send fails: its
 * sender sees the reason at once.
 */
function stopping(
  refusal: Refusal,
  { single }: Circumstances,
  scope: 'campaign' | 'number' | 'account',
): Decision {
  const { code } = refusal
  const message = single
    ? failed(refusal)
    : ({ to: 'queued', afterMs: 0, reason: reasons.retry, counts: false } as const)
  if (single && scope === 'campaign') return { message, providerFault: false }
  const isAccess = code === null || isOfClass(code, 'lostAccess')
  return {
    message,
    stop: {
      scope,
      reconnect: scope === 'account' && isAccess,
      code: code === null ? 'stopped' : String(code),
      reason: [explanationOf(refusal, 'sentence'), explanationOf(refusal, 'advice')],
      happened: explanationOf(refusal, 'sentence'),
    },
    providerFault: false,
  }
}

/** A failure without a provider's code keeps which text explains it. */
const failed = ({ code, reason, explanation }: Refusal) =>
  ({ to: 'failed', reason: code === null ? (reason ?? reasonOf(explanation)) : null }) as const

function waitOf(explanation: Explanation, tries: number): { ms: number } | 'fail' | 'stop_campaign' {
  const { waits } = explanation
  if (!waits) return 'fail'
  const seconds = waits.seconds[tries] ?? (waits.afterwards === 'repeat' ? waits.seconds.at(-1) : undefined)
  if (seconds !== undefined) return { ms: seconds * 1000 }
  return waits.afterwards === 'stop_campaign' ? 'stop_campaign' : 'fail'
}

/** Whether sending a failed message once more can help; one that failed before it left is worth it too. */
export function worthRetrying(code: number | null): boolean {
  if (code === null) return true
  const { action, againAfterSeconds, lead } = explainError({ code })
  return lead === undefined && (action !== 'fail' || againAfterSeconds !== undefined)
}

/** How long after its failure a message may go again at the earliest. */
export function retryAfterSeconds(code: number | null): number {
  return (code === null ? undefined : explainError({ code }).againAfterSeconds) ?? 0
}
