export type SocialPlatform = 'facebook' | 'instagram' | 'youtube' | 'linkedin'

/** The logins of the networks; Instagram has two. */
export type Way = 'facebook' | 'instagram_page' | 'instagram' | 'youtube' | 'linkedin'

export const platformOf: Record<Way, SocialPlatform> = {
  facebook: 'facebook',
  instagram_page: 'instagram',
  instagram: 'instagram',
  youtube: 'youtube',
  linkedin: 'linkedin',
}

/** Whose token it is, which decides how it is refreshed and checked. */
export type TokenKind = 'page' | 'instagram' | 'google' | 'linkedin'

/** What a permission is for; without one of `post` nothing can be published. */
export type ScopePurpose = 'post' | 'list' | 'insights' | 'comments' | 'messages' | 'identity'
export type WantedScope = { scope: string; purpose: ScopePurpose }

/** A token with everything that is known of its end. */
export type SocialToken = {
  accessToken: string
  issuedAt: Date
  /** Absent: does not expire. */
  expiresAt?: Date | undefined
  refreshToken?: string | undefined
  refreshExpiresAt?: Date | undefined
  dataAccessEndsAt?: Date | undefined
}

/** What a login gave: the person's token, and what they allowed. */
export type Grant = SocialToken & { scopes: string[] }

/** An account that can be posted to. */
export type FoundAccount = {
  externalId: string
  tokenKind: TokenKind
  pageId?: string | undefined
  name: string
  handle?: string | undefined
  pictureUrl?: string | undefined
  followers?: number | undefined
  /** The network's own id of the person who logged in, where it reports what that person takes back. */
  grantedBy?: string | undefined
  token: SocialToken
}

export type Skipped = {
  name: string
  reason: 'may_not_post' | 'not_professional' | 'no_instagram' | 'unpublished'
}

export type DialogWish = {
  redirectUri: string
  state: string
  /** S256, where the network offers PKCE. */
  challenge?: string | undefined
  /** The operator of the install logs in with the business and the login configuration of its app. */
  operator: boolean
  /** Asks again for what was declined before. */
  rerequest?: boolean
}

/** One way to log in: what is asked for, where, and what comes of it. */
export type NetworkLogin = {
  /** The settings that are not there; none: it can be used. */
  missing: readonly string[]
  scopes: readonly WantedScope[]
  pkce: boolean
  dialogAddress: (wish: DialogWish) => string
  /** The code for a token that lasts as long as the network allows. */
  exchange: (given: {
    code: string
    redirectUri: string
    verifier: string | undefined
    now: Date
  }) => Promise<Grant>
  /** The accounts that the grant reaches; only those that can be posted to are in `found`. */
  accounts: (grant: Grant) => Promise<{ found: FoundAccount[]; skipped: Skipped[] }>
}

/** What an account is called and how many follow it, as the network has it now. */
export type Profile = Pick<FoundAccount, 'name' | 'handle' | 'pictureUrl' | 'followers'>

export type CheckedAccount = {
  profile: Profile
  /** What is allowed now, where the check reports it. */
  scopes?: string[] | undefined
  expiresAt?: Date | undefined
  dataAccessEndsAt?: Date | undefined
  grantedBy?: string | undefined
}

export type AccountWithToken = { externalId: string; pageId: string | null; token: SocialToken }

/** How tokens of one kind are kept alive. Both reject with a SocialError; `dead_token` says that it cannot be. */
export type TokenCare = {
  check: (account: AccountWithToken, now: Date) => Promise<CheckedAccount>
  /** A new token. Absent refresh token in it: the old one stays. Absent function: only a login helps. */
  refresh?: (token: SocialToken, now: Date) => Promise<SocialToken & { scopes?: string[] | undefined }>
  /** Takes our access away at the network, where that hits nothing else. */
  revoke?: (token: SocialToken) => Promise<void>
}

export const secondsFrom = (now: Date, seconds: number | null | undefined): Date | undefined =>
  seconds ? new Date(now.getTime() + seconds * 1000) : undefined
