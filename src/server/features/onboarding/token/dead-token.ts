import type { TokenFacts } from '#server/providers/meta/calls/tokens.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'

/** How ended access is renewed: the way it was given. */
export type Remedy = 'login' | 'token' | 'key'

export function remedyFor(tokenKind: string | null, hasKey: boolean): Remedy {
  if (hasKey) return 'key'
  return tokenKind === 'system_user' ? 'token' : 'login'
}

/** Why a token is not accepted. The fix depends on how it was given: `remedyFor`. */
export function deadTokenReason(facts: TokenFacts, now: Date): StoredText {
  if (facts.expiresAt && facts.expiresAt < now) return textOf('onboarding.account.reason.tokenExpired')
  return facts.issuedAt
    ? textOf('onboarding.account.reason.tokenWithdrawn')
    : textOf('onboarding.account.reason.tokenUnknown')
}
