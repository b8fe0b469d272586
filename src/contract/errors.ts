import type { FlowProblem } from './chatbot/check.ts'

/**
 * Every failure the product can answer: a stable code, and the HTTP status it travels with.
 * Screens and API clients branch on the code; people read the sentence that comes with it.
 */
export const errorStatus = {
  /** The request is not what the endpoint takes: malformed JSON, a wrong type, a missing field. */
  invalid_input: 400,
  /** No session, or a token that is malformed, expired or revoked. */
  unauthenticated: 401,
  /** Wrong e-mail or password. */
  wrong_credentials: 401,
  /** Password right; the account also asks for a code of its authenticator app. Send it as `code`. */
  two_factor_needed: 401,
  forbidden: 403,
  /** The operator demands two factors, and the session was opened with one. */
  two_factor_required: 403,
  /** It does not exist or belongs to another business: both get the same answer. */
  not_found: 404,
  method_not_allowed: 405,
  /** The thing is in a state that does not allow this, or it exists already. */
  conflict: 409,
  /** The same text or media went to the account within 24 hours. Send it with `again` if it is meant. */
  duplicate: 409,
  /** A colleague answered in this conversation a moment ago. Send it without `unless_answered_after` if it is meant. */
  answered_meanwhile: 409,
  /** An earlier call with this `Idempotency-Key` is not answered yet. */
  idempotency_under_way: 409,
  /** An earlier call with this `Idempotency-Key` ended without an answer, such as in a crash: it may have been done. */
  idempotency_outcome_unknown: 409,
  too_large: 413,
  unsupported_media_type: 415,
  /** Well-formed, but against a rule of the business. */
  rule_broken: 422,
  /** This `Idempotency-Key` was used within 24 hours for another call or body. */
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  /** The provider refused, or answered with a fault. */
  provider_failed: 502,
  /** Something we depend on is down for now: the database, the queue. */
  unavailable: 503,
  provider_timeout: 504,
} as const

export type ErrorCode = keyof typeof errorStatus

/** What a failed call answers. `message` and `error` carry the same sentence: screens read one or the other. */
export type Failure = {
  success: false
  code: ErrorCode
  message: string
  error: string
  /** One sentence per field at fault, keyed by the field's path (`leads.0.phone`). */
  fields?: Record<string, string>
  /** Of a message that failed: its id in the logs. */
  message_id?: number
  /** With `duplicate`: the earlier posts. */
  earlier_posts?: EarlierPost[]
  /** Of a flow that cannot be published: what is wrong, by step. */
  problems?: FlowProblem[]
  /** Names this request in the server's log. */
  request_id?: string
}

/** A post of the same text or media at the same account, up to 24 hours before or after. */
export type EarlierPost = {
  id: number
  account_id: number
  page_name: string
  platform: string
  caption_preview: string
  status: string
  at: string
  same: 'text' | 'media' | 'both'
}
