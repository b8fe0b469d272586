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
import { youtubeError } from './youtube-error.ts'

/** Google, as YouTube needs it (facts: onboarding-oauth §6). */
export type YoutubeOptions = {
  accountsUrl: string
  tokenUrl: string
  apiUrl: string
  /** Where people watch. */
  webUrl?: string | undefined
  clientId: string | undefined
  clientSecret: string | undefined
}

const base = 'https://www.googleapis.com/auth'
const scopes: readonly WantedScope[] = [
  { scope: `${base}/youtube.upload`, purpose: 'post' },
  { scope: `${base}/youtube.readonly`, purpose: 'post' },
  { scope: `${base}/userinfo.profile`, purpose: 'identity' },
]

const TokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().nullish(),
  refresh_token: z.string().nullish(),
  refresh_token_expires_in: z.number().nullish(),
  scope: z.string().optional(),
})

const Channels = z.looseObject({
  items: z
    .array(
      z.looseObject({
        id: z.string(),
        snippet: z.looseObject({
          title: z.string(),
          customUrl: z.string().optional(),
          thumbnails: z.record(z.string(), z.looseObject({ url: z.string() })).optional(),
        }),
        statistics: z
          .looseObject({
            subscriberCount: z.string().optional(),
            hiddenSubscriberCount: z.boolean().optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})

export function youtubeLogin(ask: AskNetwork, options: YoutubeOptions): NetworkLogin {
  return {
    missing: [
      ...(options.clientId ? [] : ['GOOGLE_CLIENT_ID']),
      ...(options.clientSecret ? [] : ['GOOGLE_CLIENT_SECRET']),
    ],
    scopes,
    pkce: true,
    dialogAddress({ redirectUri, state, challenge }) {
      const address = new URL(`${options.accountsUrl}/o/oauth2/v2/auth`)
      address.search = new URLSearchParams({
        client_id: options.clientId ?? '',
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.map(({ scope }) => scope).join(' '),
        state,
        access_type: 'offline',
        // Without it a second connection gets no refresh token.
        prompt: 'consent',
        ...(challenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
      }).toString()
      return address.href
    },
    async exchange({ code, redirectUri, verifier, now }) {
      const answer = await ask({
        method: 'POST',
        url: `${options.tokenUrl}/token`,
        form: {
          code,
          client_id: options.clientId ?? '',
          client_secret: options.clientSecret ?? '',
          redirect_uri: redirectUri,
          grant_type: 'authorization_code',
          ...(verifier && { code_verifier: verifier }),
        },
        answer: TokenAnswer,
        errorOf: tokenEndpointError('code'),
      })
      return { ...tokenOf(answer, now), scopes: (answer.scope ?? '').split(' ').filter(Boolean) }
    },
    async accounts(grant) {
      const { scopes: _scopes, ...token } = grant
      const channel = await ownChannel(ask, options, grant.accessToken)
      if (!channel) return { found: [], skipped: [] }
      return {
        found: [{ externalId: channel.id, tokenKind: 'google' as const, ...channel.profile, token }],
        skipped: [],
      }
    },
  }
}

const tokenOf = (answer: z.infer<typeof TokenAnswer>, now: Date): SocialToken => ({
  accessToken: answer.access_token,
  issuedAt: now,
  expiresAt: secondsFrom(now, answer.expires_in),
  refreshToken: answer.refresh_token || undefined,
  refreshExpiresAt: secondsFrom(now, answer.refresh_token_expires_in),
})

/** The channel that was chosen at the login; undefined where the Google account has none. */
async function ownChannel(
  ask: AskNetwork,
  options: YoutubeOptions,
  token: string,
): Promise<{ id: string; profile: Profile } | undefined> {
  try {
    const { items } = await ask({
      method: 'GET',
      url: `${options.apiUrl}/youtube/v3/channels`,
      query: { part: 'snippet,contentDetails,statistics', mine: 'true' },
      token,
      answer: Channels,
      errorOf: youtubeError,
    })
    const channel = items?.[0]
    if (!channel) return undefined
    const { snippet, statistics } = channel
    return {
      id: channel.id,
      profile: {
        name: snippet.title,
        handle: snippet.customUrl?.replace(/^@/, ''),
        pictureUrl: snippet.thumbnails?.default?.url,
        followers:
          statistics?.hiddenSubscriberCount || statistics?.subscriberCount === undefined
            ? undefined
            : Number(statistics.subscriberCount),
      },
    }
  } catch (error) {
    if (error instanceof SocialError && error.code === 'youtubeSignupRequired') return undefined
    throw error
  }
}

/** Access for an hour at a time, by a refresh token that is valid until it is revoked. */
export function googleTokenCare(ask: AskNetwork, options: YoutubeOptions): TokenCare {
  return {
    async check({ token }) {
      const channel = await ownChannel(ask, options, token.accessToken)
      if (!channel)
        throw new SocialError('dead_token', 'The channel is no longer there.', { dead: 'restricted' })
      return { profile: channel.profile }
    },
    async refresh(token, now) {
      if (!token.refreshToken)
        throw new SocialError('dead_token', 'There is no refresh token.', { dead: 'expired' })
      const answer = await ask({
        method: 'POST',
        url: `${options.tokenUrl}/token`,
        form: {
          client_id: options.clientId ?? '',
          client_secret: options.clientSecret ?? '',
          refresh_token: token.refreshToken,
          grant_type: 'refresh_token',
        },
        answer: TokenAnswer,
        errorOf: tokenEndpointError('refresh'),
      })
      return {
        ...tokenOf(answer, now),
        scopes: answer.scope?.split(' ').filter(Boolean),
      }
    },
    async revoke(token) {
      await ask({
        method: 'POST',
        url: `${options.tokenUrl}/revoke`,
        form: { token: token.refreshToken ?? token.accessToken },
        timeoutMs: 5_000,
        answer: z.unknown(),
        errorOf: tokenEndpointError('refresh'),
      })
    },
  }
}
