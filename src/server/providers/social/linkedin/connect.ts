import { z } from 'zod'
import {
  type NetworkLogin,
  type Profile,
  type SocialToken,
  secondsFrom,
  type TokenCare,
  type WantedScope,
} from '../network-login.ts'
import { tokenEndpointError } from '../oauth-error.ts'
import { SocialError } from '../social-error.ts'
import type { AskNetwork } from '../social-http.ts'
import { linkedinError } from './linkedin-error.ts'

/** LinkedIn, for a member's own profile (facts: onboarding-oauth §7). */
export type LinkedinOptions = {
  /** Where people log in. */
  authorizeUrl: string
  /** Where tokens are given. */
  webUrl: string
  apiUrl: string
  /** Of the versioned API, `YYYYMM`. */
  version?: string | undefined
  clientId: string | undefined
  clientSecret: string | undefined
}

const scopes: readonly WantedScope[] = [
  { scope: 'openid', purpose: 'post' },
  { scope: 'profile', purpose: 'post' },
  { scope: 'email', purpose: 'identity' },
  { scope: 'w_member_social', purpose: 'post' },
]

const TokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().nullish(),
  scope: z.string().optional(),
  refresh_token: z.string().nullish(),
  refresh_token_expires_in: z.number().nullish(),
})

const UserInfo = z.looseObject({
  sub: z.string().min(1),
  name: z.string().optional(),
  picture: z.string().optional(),
})

export function linkedinLogin(ask: AskNetwork, options: LinkedinOptions): NetworkLogin {
  return {
    missing: [
      ...(options.clientId ? [] : ['LINKEDIN_CLIENT_ID']),
      ...(options.clientSecret ? [] : ['LINKEDIN_CLIENT_SECRET']),
    ],
    scopes,
    // Offered to native apps only; a web app proves itself by its secret.
    pkce: false,
    dialogAddress({ redirectUri, state }) {
      const address = new URL(`${options.authorizeUrl}/oauth/v2/authorization`)
      address.search = new URLSearchParams({
        response_type: 'code',
        client_id: options.clientId ?? '',
        redirect_uri: redirectUri,
        state,
        scope: scopes.map(({ scope }) => scope).join(' '),
      }).toString()
      return address.href
    },
    async exchange({ code, redirectUri, now }) {
      const answer = await askToken(ask, options, 'code', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
      })
      // LinkedIn parts them by commas or spaces, whichever version of its docs one reads.
      return { ...tokenOf(answer, now), scopes: (answer.scope ?? '').split(/[ ,]+/).filter(Boolean) }
    },
    async accounts(grant) {
      const { scopes: _scopes, ...token } = grant
      const person = await readPerson(ask, options, grant.accessToken)
      return {
        found: [{ externalId: person.sub, tokenKind: 'linkedin' as const, ...person.profile, token }],
        skipped: [],
      }
    },
  }
}

const askToken = (
  ask: AskNetwork,
  options: LinkedinOptions,
  of: 'code' | 'refresh',
  form: Record<string, string>,
) =>
  ask({
    method: 'POST',
    url: `${options.webUrl}/oauth/v2/accessToken`,
    form: { ...form, client_id: options.clientId ?? '', client_secret: options.clientSecret ?? '' },
    answer: TokenAnswer,
    errorOf: tokenEndpointError(of),
  })

const tokenOf = (answer: z.infer<typeof TokenAnswer>, now: Date): SocialToken => ({
  accessToken: answer.access_token,
  issuedAt: now,
  expiresAt: secondsFrom(now, answer.expires_in),
  refreshToken: answer.refresh_token || undefined,
  refreshExpiresAt: secondsFrom(now, answer.refresh_token_expires_in),
})

async function readPerson(
  ask: AskNetwork,
  options: LinkedinOptions,
  token: string,
): Promise<{ sub: string; profile: Profile }> {
  const person = await ask({
    method: 'GET',
    url: `${options.apiUrl}/v2/userinfo`,
    token,
    answer: UserInfo,
    errorOf: linkedinError,
  })
  return { sub: person.sub, profile: { name: person.name || person.sub, pictureUrl: person.picture } }
}

/** 60 days; renewed only for apps that LinkedIn has given refresh tokens to, else by a login of the person. */
export function linkedinTokenCare(ask: AskNetwork, options: LinkedinOptions): TokenCare {
  return {
    async check({ token }) {
      return { profile: (await readPerson(ask, options, token.accessToken)).profile }
    },
    async refresh(token, now) {
      if (!token.refreshToken)
        throw new SocialError('dead_token', 'There is no refresh token.', { dead: 'expired' })
      const answer = await askToken(ask, options, 'refresh', {
        grant_type: 'refresh_token',
        refresh_token: token.refreshToken,
      })
      return { ...tokenOf(answer, now), scopes: answer.scope?.split(/[ ,]+/).filter(Boolean) }
    },
  }
}
