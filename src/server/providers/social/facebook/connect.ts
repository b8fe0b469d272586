import { z } from 'zod'
import {
  type AccountWithToken,
  type CheckedAccount,
  type DialogWish,
  type FoundAccount,
  type Grant,
  type NetworkLogin,
  type Skipped,
  secondsFrom,
  type TokenCare,
  type WantedScope,
} from '../network-login.ts'
import { SocialError } from '../social-error.ts'
import type { FacebookGraph } from './facebook-graph.ts'
import { listPages, mayPublish, type PageRow, pictureOf } from './pages.ts'

const pageScopes: readonly WantedScope[] = [
  { scope: 'pages_show_list', purpose: 'list' },
  { scope: 'pages_read_engagement', purpose: 'post' },
  { scope: 'pages_manage_posts', purpose: 'post' },
  { scope: 'read_insights', purpose: 'insights' },
  { scope: 'pages_manage_engagement', purpose: 'comments' },
  { scope: 'pages_read_user_content', purpose: 'comments' },
  { scope: 'pages_messaging', purpose: 'messages' },
  { scope: 'business_management', purpose: 'list' },
]

const instagramScopes: readonly WantedScope[] = [
  { scope: 'pages_show_list', purpose: 'list' },
  { scope: 'pages_read_engagement', purpose: 'post' },
  { scope: 'instagram_basic', purpose: 'post' },
  { scope: 'instagram_content_publish', purpose: 'post' },
  { scope: 'instagram_manage_insights', purpose: 'insights' },
  { scope: 'instagram_manage_comments', purpose: 'comments' },
  { scope: 'instagram_manage_messages', purpose: 'messages' },
  { scope: 'business_management', purpose: 'list' },
]

const TokenAnswer = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().nullish() })
const Permissions = z.looseObject({
  data: z.array(z.looseObject({ permission: z.string(), status: z.string() })),
})

/** Login at Facebook, for Pages or for the Instagram accounts that are linked to them. */
export function facebookLogin(graph: FacebookGraph, of: 'pages' | 'instagram'): NetworkLogin {
  const { options } = graph
  const scopes = of === 'pages' ? pageScopes : instagramScopes
  return {
    missing: [...(options.appId ? [] : ['META_APP_ID']), ...(options.appSecret ? [] : ['META_APP_SECRET'])],
    scopes,
    pkce: false,
    dialogAddress: (wish) => dialogAddress(graph, scopes, wish),
    exchange: (given) => exchange(graph, given),
    accounts: (grant) => (of === 'pages' ? pagesOf(graph, grant) : instagramsOf(graph, grant)),
  }
}

/** Source: …/facebook-login/guides/advanced/manual-flow. With a configuration the scopes are in it. */
function dialogAddress(graph: FacebookGraph, scopes: readonly WantedScope[], wish: DialogWish): string {
  const { dialogUrl, version, appId, configId, businessId } = graph.options
  const address = new URL(`${dialogUrl}/${version}/dialog/oauth`)
  const query = address.searchParams
  query.set('client_id', appId ?? '')
  query.set('redirect_uri', wish.redirectUri)
  query.set('state', wish.state)
  query.set('response_type', 'code')
  if (wish.operator && businessId) query.set('business_id', businessId)
  if (wish.operator && configId) query.set('config_id', configId)
  else query.set('scope', scopes.map(({ scope }) => scope).join(','))
  if (wish.rerequest) query.set('auth_type', 'rerequest')
  return address.href
}

async function exchange(
  graph: FacebookGraph,
  { code, redirectUri, now }: { code: string; redirectUri: string; now: Date },
): Promise<Grant> {
  const app = { client_id: graph.options.appId ?? '', client_secret: graph.options.appSecret ?? '' }
  const short = await graph.call('/oauth/access_token', TokenAnswer, {
    query: { ...app, redirect_uri: redirectUri, code },
  })
  // Pages' tokens do not expire only if they come from a long-lived one.
  const long = await graph.call('/oauth/access_token', TokenAnswer, {
    query: { ...app, grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token },
  })
  const permissions = await graph.call('/me/permissions', Permissions, { token: long.access_token })
  return {
    accessToken: long.access_token,
    issuedAt: now,
    expiresAt: secondsFrom(now, long.expires_in),
    scopes: permissions.data.filter(({ status }) => status === 'granted').map(({ permission }) => permission),
  }
}

async function pagesOf(graph: FacebookGraph, grant: Grant) {
  const found: FoundAccount[] = []
  const skipped: Skipped[] = []
  for (const page of await reached(graph, grant, false)) {
    if (!page.access_token || !mayPublish(page)) skipped.push({ name: page.name, reason: 'may_not_post' })
    else if (page.is_published === false) skipped.push({ name: page.name, reason: 'unpublished' })
    else {
      found.push({
        externalId: page.id,
        tokenKind: 'page',
        pageId: page.id,
        name: page.name,
        pictureUrl: pictureOf(page),
        followers: page.followers_count,
        ...(await pageToken(graph, page.access_token, grant.issuedAt)),
      })
    }
  }
  return { found, skipped }
}

async function instagramsOf(graph: FacebookGraph, grant: Grant) {
  const found: FoundAccount[] = []
  const skipped: Skipped[] = []
  for (const page of await reached(graph, grant, true)) {
    const instagram = page.instagram_business_account
    if (!instagram) skipped.push({ name: page.name, reason: 'no_instagram' })
    else if (!page.access_token || !mayPublish(page)) {
      skipped.push({ name: instagram.username ?? page.name, reason: 'may_not_post' })
    } else {
      found.push({
        externalId: instagram.id,
        tokenKind: 'page',
        pageId: page.id,
        name: instagram.name || instagram.username || page.name,
        handle: instagram.username,
        pictureUrl: instagram.profile_picture_url,
        followers: instagram.followers_count,
        ...(await pageToken(graph, page.access_token, grant.issuedAt)),
      })
    }
  }
  return { found, skipped }
}

const reached = (graph: FacebookGraph, grant: Grant, withInstagram: boolean): Promise<PageRow[]> =>
  listPages(graph, grant.accessToken, {
    withInstagram,
    withBusinesses: grant.scopes.includes('business_management'),
  })

/** Facts of a Page's token: when it ends, if ever, and how long Facebook gives data with it. */
async function pageToken(graph: FacebookGraph, accessToken: string, issuedAt: Date) {
  const facts = await debugToken(graph, accessToken)
  const { expiresAt, dataAccessEndsAt, grantedBy } = facts
  return { grantedBy, token: { accessToken, issuedAt, expiresAt, dataAccessEndsAt } }
}

const DebugAnswer = z.looseObject({
  data: z.looseObject({
    is_valid: z.boolean(),
    expires_at: z.number().nullish(),
    data_access_expires_at: z.number().nullish(),
    scopes: z.array(z.string()).optional(),
    user_id: z.union([z.string(), z.number()]).optional(),
    error: z.looseObject({ message: z.string().catch(''), subcode: z.number().optional() }).optional(),
  }),
})

const deadBySubcode = { 460: 'password_changed', 463: 'expired', 492: 'role_lost' } as const

async function debugToken(graph: FacebookGraph, accessToken: string) {
  const { appId, appSecret } = graph.options
  const { data } = await graph.call('/debug_token', DebugAnswer, {
    query: { input_token: accessToken, access_token: `${appId}|${appSecret}` },
  })
  if (!data.is_valid) {
    const subcode = data.error?.subcode
    throw new SocialError('dead_token', data.error?.message ?? 'The token is not valid.', {
      dead: deadBySubcode[subcode as keyof typeof deadBySubcode] ?? 'revoked',
      code: '190',
      subcode: subcode === undefined ? undefined : String(subcode),
    })
  }
  const instant = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : undefined)
  return {
    scopes: data.scopes,
    expiresAt: instant(data.expires_at),
    dataAccessEndsAt: instant(data.data_access_expires_at),
    grantedBy: data.user_id === undefined ? undefined : String(data.user_id),
  }
}

const PageProfile = z.looseObject({
  name: z.string(),
  followers_count: z.number().optional(),
  picture: z.looseObject({ data: z.looseObject({ url: z.string().optional() }).optional() }).optional(),
})
const InstagramProfile = z.looseObject({
  username: z.string().optional(),
  name: z.string().optional(),
  followers_count: z.number().optional(),
  profile_picture_url: z.string().optional(),
})

/** A Page's token is never refreshed: it is valid until the person changes something at Facebook. */
export function pageTokenCare(graph: FacebookGraph): TokenCare {
  return {
    async check({ externalId, pageId, token }: AccountWithToken): Promise<CheckedAccount> {
      const facts = await debugToken(graph, token.accessToken)
      const isPage = externalId === pageId
      if (isPage) {
        const page = await graph.call(`/${encodeURIComponent(externalId)}`, PageProfile, {
          token: token.accessToken,
          query: { fields: 'name,followers_count,picture.type(large)' },
        })
        const profile = {
          name: page.name,
          followers: page.followers_count,
          pictureUrl: page.picture?.data?.url,
        }
        return { profile, ...facts }
      }
      const account = await graph.call(`/${encodeURIComponent(externalId)}`, InstagramProfile, {
        token: token.accessToken,
        query: { fields: 'username,name,followers_count,profile_picture_url' },
      })
      return {
        profile: {
          name: account.name || account.username || externalId,
          handle: account.username,
          followers: account.followers_count,
          pictureUrl: account.profile_picture_url,
        },
        ...facts,
      }
    },
  }
}
