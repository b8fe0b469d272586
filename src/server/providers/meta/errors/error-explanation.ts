/**
 * What the sender does about a failure:
 * - `retry`: this message goes again later; others go on.
 * - `pause_number`: everything waiting on this sending number waits; nothing is written off.
 * - `pause_account`: every number of the connection waits.
 * - `pause_management`: only template and settings calls wait; messages go on.
 * - `fail`: this message (or call) has failed; others go on.
 * - `stop_campaign`: the cause holds for everybody in the campaign; it stops with its reason.
 * - `stop_number`: the sending number needs a person before it can send again.
 * - `stop_account`: the whole connection needs a person.
 */
export type FailureAction =
  | 'retry'
  | 'pause_number'
  | 'pause_account'
  | 'pause_management'
  | 'fail'
  | 'stop_campaign'
  | 'stop_number'
  | 'stop_account'

/** How long to wait before each next try, and what follows the last of them. */
export type Waits = {
  /** One entry a try, in seconds. Add jitter where many messages wait together. */
  seconds: readonly number[]
  /** `repeat` keeps the last wait for ever (throttling never becomes failure). */
  afterwards: 'repeat' | 'fail' | 'stop_campaign'
}

/** Whose move it is: `ours` is a fault in this program, `owner` the shop's, `provider` Meta's. */
export type Fault = 'ours' | 'owner' | 'recipient' | 'provider'

/** What a failure says about the person it was meant for. */
export type LeadEffect = 'unreachable' | 'opted_out'

/** One failure, explained. */
export type Explanation = {
  /** Meta's own title, beside the code in the drawer. */
  title: string
  action: FailureAction
  /** Present for `retry` and the pauses. */
  waits?: Waits
  fault: Fault
  /** What happened, as one says it to the owner of a shop. */
  sentence: string
  /** What to do now; says so when there is nothing to do. */
  advice: string
  lead?: LeadEffect
  /** The same thing may be tried again by a person after this long; never by itself. */
  againAfterSeconds?: number
  /**
   * Answered to the request itself, this code does not rule out that the message was taken (an internal fault
   * on Meta's side). Arriving by webhook as `failed` it is certain.
   */
  mayHaveBeenAccepted?: true
}

export type CatalogueRow = Explanation & {
  code: number
  /** Last code of a range that starts at `code`. */
  to?: number
  /** Only for this subcode; the row without one is the general case. */
  subcode?: number
}
