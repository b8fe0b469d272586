import type { EarlierPost, ErrorCode, Failure } from '#contract/errors.ts'
import type { en } from '#server/messages/en/index.ts'
import { t } from '#server/messages/t.ts'

/**
 * A failure that the caller is meant to see: a code from the contract's registry and one sentence that says
 * what happened and what to do. Anything else that is thrown is a bug, and answers `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  /** One sentence per field at fault. */
  readonly fields?: Record<string, string>
  /** The message that failed, for its sender. */
  readonly messageId?: number
  /** With `duplicate`: what went to the account before. */
  readonly earlierPosts?: EarlierPost[]
  /** Of a flow that cannot be published. */
  readonly problems?: Failure['problems']
  /** Sent as `Retry-After`. */
  readonly retryAfterSeconds?: number

  constructor(
    code: ErrorCode,
    sentence: string,
    more: {
      fields?: Record<string, string>
      messageId?: number
      earlierPosts?: EarlierPost[]
      problems?: Failure['problems']
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(sentence, { cause: more.cause })
    this.name = 'AppError'
    this.code = code
    this.fields = more.fields
    this.messageId = more.messageId
    this.earlierPosts = more.earlierPosts
    this.problems = more.problems
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** A thing that is not there, or is not this business's: the caller cannot tell which. */
export function notFound(what: keyof typeof en.app.notFound): AppError {
  return new AppError('not_found', t(`app.notFound.${what}`))
}

/** A reason not to start that the person at the terminal can do something about: printed without a stack. */
export class StartError extends Error {}
