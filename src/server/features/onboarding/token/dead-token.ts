import type { TokenFacts } from '#server/providers/meta/calls/tokens.ts'

/** How access that ended is renewed: the way that it came. */
export type Remedy = 'login' | 'token' | 'key'

export function remedyFor(tokenKind: string | null, hasKey: boolean): Remedy {
  if (hasKey) return 'key'
  return tokenKind === 'system_user' ? 'token' : 'login'
}

const sentences: Record<Remedy, string> = {
  login: 'Log in with Facebook again; what is waiting then goes on.',
  token: 'Generate a new system-user token at Meta and paste it; what is waiting then goes on.',
  key: 'Save a new provider API key in Account Settings, or remove the old one; what is waiting then goes on.',
}

export const remedySentence = (remedy: Remedy): string => sentences[remedy]

/** Why a token is not taken, as far as is known. What to do depends on the way it came: `remedySentence`. */
export function deadTokenSentence(facts: TokenFacts, now: Date): string {
  if (facts.expiresAt && facts.expiresAt < now) return 'The access token has expired.'
  return facts.issuedAt
    ? 'The access token was withdrawn at Meta, for example after a changed password or a lost role.'
    : 'Meta does not know this access token.'
}
