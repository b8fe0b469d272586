/** What a failure at a network means for us, whatever its own words and numbers are. */
export type SocialFault =
  /** No connection, no whole answer, or a fault of the network's own: trying again may help. */
  | 'unreachable'
  /** An answer that is none of the network's, or not in its shape. */
  | 'unreadable'
  | 'rate_limited'
  /** The token is dead; `dead` says why. Only a login of the person helps. */
  | 'dead_token'
  /** The code of a login is used, expired or not of this login. */
  | 'bad_code'
  /** Our app's own id or secret is not taken. */
  | 'bad_app'
  | 'no_permission'
  | 'refused'

/** Why a token became invalid. */
export type DeadBy = 'expired' | 'revoked' | 'password_changed' | 'role_lost' | 'restricted'

export class SocialError extends Error {
  readonly fault: SocialFault
  readonly dead: DeadBy | undefined
  /** The network's own codes, for the log and for rules about single errors. */
  readonly status: number | undefined
  readonly code: string | undefined
  readonly subcode: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The request may have been carried out although no answer came. */
  readonly mayBeDone: boolean

  constructor(
    fault: SocialFault,
    words: string,
    more: {
      dead?: DeadBy | undefined
      status?: number | undefined
      code?: string | undefined
      subcode?: string | undefined
      retryAfterSeconds?: number | undefined
      mayBeDone?: boolean
      cause?: unknown
    } = {},
  ) {
    super(words, { cause: more.cause })
    this.name = 'SocialError'
    this.fault = fault
    this.dead = more.dead
    this.status = more.status
    this.code = more.code
    this.subcode = more.subcode
    this.retryAfterSeconds = more.retryAfterSeconds
    this.mayBeDone = more.mayBeDone ?? false
  }
}
