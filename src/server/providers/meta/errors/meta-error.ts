import { explainError } from './error-catalogue.ts'
import {
  adviceOf,
  type Explanation,
  type FailureAction,
  type LeadEffect,
  sentenceOf,
  type Waits,
} from './error-explanation.ts'

/** What is known about the failed request. */
export type Delivery =
  /** No byte of it was sent (no address, refused, TLS refused, still queued): it can be sent again. */
  | 'never_sent'
  /** Meta answered that it did not do it. */
  | 'refused'
  /** It may have been sent, without a readable answer: a message must not be sent again blindly. */
  | 'unknown'

type MetaErrorParts = {
  delivery: Delivery
  explanation: Explanation
  /** For the log: what happened in technical words. */
  message: string
  httpStatus?: number | undefined
  code?: number | undefined
  subcode?: number | undefined
  /** Meta's `type`, as `OAuthException`. */
  type?: string | undefined
  /** Meta's `error_data.details`: the most telling text there is. */
  details?: string | undefined
  /** `error_user_title` and `error_user_msg`: Meta's own words for the person in front of the screen. */
  userTitle?: string | undefined
  userMessage?: string | undefined
  /** Names the failure to Meta's support. */
  fbtraceId?: string | undefined
  /** Not before this long from now, by `Retry-After` or `estimated_time_to_regain_access`. */
  retryAfterMs?: number | undefined
  cause?: unknown
}

/**
 * A failed call to Meta: whether to retry (`retry`, `waits`, `retryAfterMs`), whether it is our fault
 * (`ours`), and what the customer reads (`sentence`, `advice`). It holds no token and no secret.
 */
export class MetaError extends Error {
  override readonly name = 'MetaError'
  readonly delivery: Delivery
  readonly explanation: Explanation
  readonly httpStatus: number | undefined
  readonly code: number | undefined
  readonly subcode: number | undefined
  readonly type: string | undefined
  readonly details: string | undefined
  readonly userTitle: string | undefined
  readonly userMessage: string | undefined
  readonly fbtraceId: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(parts: MetaErrorParts) {
    super(parts.message, parts.cause === undefined ? undefined : { cause: parts.cause })
    this.delivery = parts.delivery
    this.explanation = parts.explanation
    this.httpStatus = parts.httpStatus
    this.code = parts.code
    this.subcode = parts.subcode
    this.type = parts.type
    this.details = parts.details
    this.userTitle = parts.userTitle
    this.userMessage = parts.userMessage
    this.fbtraceId = parts.fbtraceId
    this.retryAfterMs = parts.retryAfterMs
  }

  /** What the sender does about it; see the catalogue. */
  get action(): FailureAction {
    return this.explanation.action
  }

  /** Whether waiting alone helps. Check `delivery` before sending again. */
  get retry(): boolean {
    return this.explanation.waits !== undefined
  }

  get waits(): Waits | undefined {
    return this.explanation.waits
  }

  /** A fault in this program, to be logged as such. */
  get ours(): boolean {
    return this.explanation.fault === 'ours'
  }

  get title(): string {
    return this.explanation.title
  }

  /** What happened, for the owner of a shop, in the language of the reader. */
  get sentence(): string {
    return sentenceOf(this.explanation)
  }

  /** What to do now, for the owner of a shop. */
  get advice(): string {
    return adviceOf(this.explanation)
  }

  get lead(): LeadEffect | undefined {
    return this.explanation.lead
  }

  /** Retries never wait less than Meta asks. `attempt` counts from 0; undefined: do not try again. */
  waitMs(attempt: number): number | undefined {
    const { waits } = this.explanation
    if (!waits) return undefined
    const seconds =
      waits.seconds[attempt] ?? (waits.afterwards === 'repeat' ? waits.seconds.at(-1) : undefined)
    return seconds === undefined ? undefined : Math.max(seconds * 1000, this.retryAfterMs ?? 0)
  }
}

/** The network is at fault: it recovers without us, and no message is given up for it. */
const whileUnreachable: Waits = { seconds: [1, 2, 4, 8, 15, 30, 60], afterwards: 'repeat' }

const explanations = {
  unreachable: {
    title: 'Unreachable',
    action: 'retry',
    waits: whileUnreachable,
    fault: 'provider',
    text: 'unreachable',
  },
  silent: {
    title: 'No answer',
    action: 'retry',
    waits: whileUnreachable,
    fault: 'provider',
    text: 'silent',
    mayHaveBeenAccepted: true,
  },
  unreadable: {
    title: 'Unreadable answer',
    action: 'retry',
    waits: whileUnreachable,
    fault: 'provider',
    text: 'unreadable',
    mayHaveBeenAccepted: true,
  },
  refusalUnread: {
    title: 'Refused, reason lost',
    action: 'retry',
    waits: { seconds: [2, 10, 60], afterwards: 'fail' },
    fault: 'provider',
    text: 'refusalUnread',
  },
  intercepted: {
    title: 'Answer from elsewhere',
    action: 'retry',
    waits: whileUnreachable,
    fault: 'provider',
    text: 'intercepted',
  },
  malformed: {
    title: 'Request could not be made',
    action: 'fail',
    fault: 'ours',
    text: 'malformed',
  },
  badToken: {
    title: 'Access token has characters that cannot be sent',
    action: 'stop_account',
    fault: 'owner',
    text: 'badToken',
  },
} as const satisfies Record<string, Explanation>

/** A failure without words from Meta: the network, or an answer that is none. */
export function transportError(
  kind: keyof typeof explanations,
  parts: Omit<MetaErrorParts, 'explanation'>,
): MetaError {
  return new MetaError({ ...parts, explanation: explanations[kind] })
}

/** A failure in Meta's words. */
export function reportedError(
  parts: Omit<MetaErrorParts, 'explanation'> & {
    transient?: boolean | undefined
    title?: string | undefined
  },
): MetaError {
  return new MetaError({ ...parts, explanation: explainError(parts) })
}
