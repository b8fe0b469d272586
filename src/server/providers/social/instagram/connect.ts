import { z } from 'zod'
import { graphError } from '../facebook/graph-error.ts'
import {
  type NetworkLogin,
  type SocialToken,
  secondsFrom,
  type TokenCare,
  type WantedScope,
} from '../network-login.ts'
import type { AskNetwork } from '../social-http.ts'

/** Instagram's own login (facts: onboarding-oauth §5.1): no Facebook Page is needed. */
export type InstagramOptions = {
  dialogUrl: string
  /** Where the code is exchanged. */
  tokenUrl: string
  graphUrl: string
  version: string
  appId: string | undefined
  appSecret: string | undefined
}

const scopes: readonly WantedScope[] = [
  { scope: 'instagram_business_basic', purpose: 'post' },
  { scope: 'instagram_business_content_publish', purpose: 'post' },
  { scope: 'instagram_business_manage_insights', purpose: 'insights' },
  { scope: 'instagram_business_manage_comments', purpose: 'comments' },
  { scope: 'instagram_business_manage_messages', purpose: 'messages' },
]

const ShortAnswer = z.looseObject({
  access_token: z.string().min(1),
  permissions: z.union([z.array(z.string()), z.string()]).optional(),
})
/** Some versions wrap the answer in a list. */
const ShortAnswers = z.union([
  ShortAnswer,
  z.looseObject({ data: z.array(ShortAnswer).min(1) }).transform(({ data }) => data[0]!),
])
const LongAnswer = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().nullish() })

const Me = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  user_id: z.union([z.string(), z.number()]).transform(String),
  username: z.string().optional(),
  name: z.string().optional(),
  account_type: z.string().optional(),
  profile_picture_url: z.string().optional(),
  followers_count: z.number().optional(),
})

export function instagramLogin(ask: AskNetwork, options: InstagramOptions): NetworkLogin {
  return {
    missing: [
      ...(options.appId ? [] : ['INSTAGRAM_APP_ID']),
      ...(options.appSecret ? [] : ['INSTAGRAM_APP_SECRET']),
    ],
    scopes,
    pkce: false,
    dialogAddress({ redirectUri, state }) {
      const address = new URL(`${options.dialogUrl}/oauth/authorize`)
      address.search = new URLSearchParams({
        enable_fb_login: '0',
        client_id: options.appId ?? '',
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: scopes.map(({ scope }) => scope).join(','),
        state,
      }).toString()
      return address.href
    },
    async exchange({ code, redirectUri, now }) {
      const short = await ask({
        method: 'POST',
        url: `${options.tokenUrl}/oauth/access_token`,
        form: {
          client_id: options.appId ?? '',
          client_secret: options.appSecret ?? '',
          grant_type: 'authorization_code',
          redirect_uri: redirectUri,
          // Instagram appends this to the code.
          code: code.replace(/#_$/, ''),
        },
        answer: ShortAnswers,
        errorOf: graphError,
      })
      const long = await ask({
        method: 'GET',
        url: `${options.graphUrl}/access_token`,
        query: {
          grant_type: 'ig_exchange_token',
          client_secret: options.appSecret,
          access_token: short.access_token,
        },
        answer: LongAnswer,
        errorOf: graphError,
      })
      const granted = short.permissions ?? []
      return {
        accessToken: long.access_token,
        issuedAt: now,
        expiresAt: secondsFrom(now, long.expires_in),
        scopes: typeof granted === 'string' ? granted.split(',').map((scope) => scope.trim()) : granted,
      }
    },
    async accounts(grant) {
      const me = await readMe(ask, options, grant.accessToken)
      const name = me.name || me.username || me.user_id
      if (me.account_type === 'PERSONAL')
        return { found: [], skipped: [{ name, reason: 'not_professional' as const }] }
      const { scopes: _scopes, ...token } = grant
      return {
        found: [
          {
            externalId: me.user_id,
            tokenKind: 'instagram' as const,
            name,
            handle: me.username,
            pictureUrl: me.profile_picture_url,
            followers: me.followers_count,
            grantedBy: me.id === undefined ? undefined : String(me.id),
            token,
          },
        ],
        skipped: [],
      }
    },
  }
}

const readMe = (ask: AskNetwork, options: InstagramOptions, token: string) =>
  ask({
    method: 'GET',
    url: `${options.graphUrl}/${options.version}/me`,
    query: { fields: 'id,user_id,username,name,account_type,profile_picture_url,followers_count' },
    token,
    answer: Me,
    errorOf: graphError,
  })

/** A token of 60 days that is exchanged for another of 60, once it is a day old. */
export function instagramTokenCare(ask: AskNetwork, options: InstagramOptions): TokenCare {
  return {
    async check({ token }) {
      const me = await readMe(ask, options, token.accessToken)
      return {
        profile: {
          name: me.name || me.username || me.user_id,
          handle: me.username,
          pictureUrl: me.profile_picture_url,
          followers: me.followers_count,
        },
        grantedBy: me.id === undefined ? undefined : String(me.id),
      }
    },
    async refresh(token, now): Promise<SocialToken> {
      const fresh = await ask({
        method: 'GET',
        url: `${options.graphUrl}/refresh_access_token`,
        query: { grant_type: 'ig_refresh_token', access_token: token.accessToken },
        answer: LongAnswer,
        errorOf: graphError,
      })
      return {
        accessToken: fresh.access_token,
        issuedAt: now,
        expiresAt: secondsFrom(now, fresh.expires_in),
      }
    },
  }
}
