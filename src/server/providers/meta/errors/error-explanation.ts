import { providers } from '#server/messages/en/providers.ts'
import { t } from '#server/messages/t.ts'

/** What the sender does about a failure. */
export type FailureAction =
  /** This message is sent again later; others are not affected. */
  | 'retry'
  /** All messages of this number wait; none is given up. */
  | 'pause_number'
  /** Every number of the connection waits. */
  | 'pause_account'
  /** Only template and settings calls wait; messages are sent. */
  | 'pause_management'
  /** This message (or call) has failed; others are not affected. */
  | 'fail'
  /** The cause applies to all recipients of the campaign; it stops with its reason. */
  | 'stop_campaign'
  /** A person must act before the number can send again. */
  | 'stop_number'
  /** A person must act before the connection can send again. */
  | 'stop_account'

/** How long to wait before each next try, and what follows the last of them. */
export type Waits = {
  /** One entry a try, in seconds. Add jitter where many messages wait together. */
  seconds: readonly number[]
  /** `repeat` keeps the last wait for ever (throttling never becomes failure). */
  afterwards: 'repeat' | 'fail' | 'stop_campaign'
}

/** Whose move it is: `ours` is a fault in this program, `owner` the shop's, `provider` Meta's. */
type Fault = 'ours' | 'owner' | 'recipient' | 'provider'

/** What a failure says about the person it was meant for. */
export type LeadEffect = 'unreachable' | 'opted_out'

/** A key of `providers.errors`. */
export type ErrorText = keyof typeof providers.errors

/** Stored as the reason of a failure without a code; the prefix keeps it apart from our own reasons. */
export const reasonOf = ({ text }: { text: ErrorText }): string => `error_${text}`

/** The explanation that `reasonOf` stored; undefined for another reason. */
export function explanationIn(reason: string | null): { text: ErrorText } | undefined {
  const text = reason?.startsWith('error_') ? reason.slice('error_'.length) : ''
  return Object.hasOwn(providers.errors, text) ? { text: text as ErrorText } : undefined
}

/** What happened, for the owner of a shop, in the reader's language. */
export const sentenceOf = ({ text }: { text: ErrorText }): string => t(`providers.errors.${text}.sentence`)

/** What to do now; says so when there is nothing to do. */
export const adviceOf = ({ text }: { text: ErrorText }): string => t(`providers.errors.${text}.advice`)

/** One failure, explained. */
export type Explanation = {
  /** Meta's own title, beside the code in the drawer. */
  title: string
  action: FailureAction
  /** Present for `retry` and the pauses. */
  waits?: Waits
  fault: Fault
  /** Its sentences in the catalogue of messages: what happened, and what to do now. */
  text: ErrorText
  lead?: LeadEffect
  /** After this long a person may try again; it is never retried automatically. */
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
