import type { TokenFacts } from '#server/providers/meta/calls/tokens.ts'
import { explanationOf } from '#server/stored-text/read-text.ts'
import { type StoredText, textOf } from '#server/stored-text/stored-text.ts'

/** How ended access is renewed: the way it was given. */
export type Remedy = 'login' | 'token' | 'key'

export function remedyFor(tokenKind: string | null, hasKey: boolean): Remedy {
  if (hasKey) return 'key'
  return tokenKind === 'system_user' ? 'token' : 'login'
}

/**
 * Why a token is not accepted: in the words of the error that calls with it get, where its cause is known, so that it
 * does not matter which of them met it first. The fix depends on how it was given: `remedyFor`.
 */
export function deadTokenReason(facts: TokenFacts, now: Date): StoredText {
  if (facts.expiresAt && facts.expiresAt < now) return textOf('onboarding.account.reason.tokenExpired')
  if (facts.cause) return explanationOf(facts.cause, 'sentence')
  return facts.issuedAt
    ? textOf('onboarding.account.reason.tokenWithdrawn')
    : textOf('onboarding.account.reason.tokenUnknown')
}
