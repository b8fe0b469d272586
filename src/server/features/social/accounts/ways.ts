import type { LoginWay, NetworkSetup, SocialAccount } from '#contract/social/social.ts'
import { platforms } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { platformOf } from '#server/providers/social/network-login.ts'

const waysOf = (platform: string): LoginWay[] =>
  (Object.keys(platformOf) as LoginWay[]).filter((way) => platformOf[way] === platform)

/** Which networks can be connected on this install, and what the others lack. */
export function networkSetups(app: App): NetworkSetup[] {
  return platforms.map((platform) => ({
    platform,
    ways: waysOf(platform).map((way) => {
      const { missing } = app.social.logins[way]
      return { way, configured: missing.length === 0, missing: [...missing] }
    }),
  }))
}

/** The way by which an account was connected. */
export function wayOf(account: { platform: string; token_kind: string }): LoginWay {
  if (account.platform === 'instagram') return account.token_kind === 'page' ? 'instagram_page' : 'instagram'
  return account.platform as 'facebook' | 'youtube' | 'linkedin'
}

/** What the person did not allow, of what this way asks for. A network that does not say counts as all. */
export function missingScopes(
  app: App,
  way: LoginWay,
  granted: readonly string[],
): SocialAccount['scopes_missing'] {
  if (granted.length === 0) return []
  return app.social.logins[way].scopes
    .filter(({ scope }) => !granted.includes(scope))
    .map(({ scope, purpose }) => ({ scope, purpose }))
}
