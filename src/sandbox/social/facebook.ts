import { createHmac } from 'node:crypto'
import {
  findToken,
  giveToken,
  type Page,
  type SocialToken,
  socialPerson,
  takeCode,
} from '../world/social-world.ts'
import { answerPagePosts } from './facebook-posts.ts'
import { deadToken, graphFault } from './graph-fault.ts'
import { answerBatch, answerInsights } from './insights.ts'
import { answerInstagramMedia } from './instagram-media.ts'
import { appFault, bearerOf, ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'

const dayMs = 86_400_000
const userTokenSeconds = 5_183_944

const badCode = (subcode: number, message: string) => graphFault(100, message, subcode)

/** Facebook's Graph, as far as Pages and their Instagram accounts are connected. */
export async function answerFacebook(request: SocialRequest): Promise<SocialAnswer> {
  const path = request.path.replace(/^\/v\d+\.\d+/, '')
  if (path === '/oauth/access_token') return exchange(request)
  if (path === '/debug_token') return debugToken(request)
  const { token, dead } = findToken(request.world.social, 'facebook', bearerOf(request))
  if (!token || dead) return deadToken(token, dead)
  const proof = request.query.get('appsecret_proof')
  if (proof !== null && !isProof(request, token, proof))
    return graphFault(100, 'Invalid appsecret_proof provided in the API argument')
  if ((path === '/' || path === '') && request.method === 'POST') return answerBatch(request, answerFacebook)
  if (path === '/me/permissions') return ok({ data: permissionsOf(token) })
  if (path === '/me/accounts') return listPages(request, token, null)
  if (path === '/me/businesses') return listBusinesses(request, token)
  const portfolio = /^\/(\d+)\/owned_pages$/.exec(path)?.[1]
  if (portfolio) return listPages(request, token, portfolio)
  if (/^\/\d+\/client_pages$/.test(path)) return ok({ data: [] })
  const pages = sharedPages(request, token)
  const insights = answerInsights(
    request,
    path,
    token,
    pages.flatMap(({ id, instagram }) => [id, instagram?.id ?? '']),
  )
  if (insights) return insights
  const posts =
    (await answerInstagramMedia(
      request,
      path,
      token,
      pages.map(({ instagram }) => instagram?.id ?? ''),
    )) ?? (await answerPagePosts(request, path, token, pages))
  if (posts) return posts
  const node = /^\/(\d+)$/.exec(path)?.[1]
  if (node) return readNode(request, token, node)
  return graphFault(100, `Unsupported get request. Object with ID '${path}' does not exist`, 33)
}

function exchange(request: SocialRequest): SocialAnswer {
  const { social } = request.world
  const params = request.form
  const fault = appFault(request, 'client_id', 'client_secret')
  if (fault === 'unknown app') return graphFault(101, 'Error validating application.')
  if (fault) return graphFault(101, 'Error validating client secret.')
  if (params.get('grant_type') === 'fb_exchange_token') {
    const { token, dead } = findToken(social, 'facebook', params.get('fb_exchange_token') ?? undefined)
    if (!token || dead) return deadToken(token, dead)
    const long = giveToken(social, {
      ...token,
      kind: 'user',
      expiresAt: Date.now() + userTokenSeconds * 1000,
    })
    return ok({ access_token: long.value, token_type: 'bearer', expires_in: userTokenSeconds })
  }
  const code = takeCode(social, 'facebook', {
    code: params.get('code') ?? '',
    redirectUri: params.get('redirect_uri') ?? '',
  })
  if (code === 'used') return badCode(36009, 'This authorization code has been used.')
  if (code === 'expired') return badCode(36007, 'This authorization code has expired.')
  if (typeof code === 'string') return badCode(36008, 'Error validating verification code.')
  const short = giveToken(social, {
    network: 'facebook',
    kind: 'short',
    person: code.person,
    scopes: code.scopes,
    pageIds: code.pageIds,
    expiresAt: Date.now() + 3_600_000,
  })
  return ok({ access_token: short.value, token_type: 'bearer', expires_in: 3600 })
}

function isProof({ world }: SocialRequest, token: SocialToken, proof: string): boolean {
  return [...world.accounts.apps.values()].some(
    ({ secret }) => createHmac('sha256', secret).update(token.value).digest('hex') === proof,
  )
}

const permissionsOf = (token: SocialToken) =>
  token.scopes.map((permission) => ({ permission, status: 'granted' }))

/** The Pages that were ticked in the dialog. */
const sharedPages = (request: SocialRequest, token: SocialToken): Page[] =>
  socialPerson(request.world.social, token.person).pages.filter(({ id }) => token.pageIds.includes(id))

function listPages(request: SocialRequest, token: SocialToken, portfolio: string | null): SocialAnswer {
  if (!token.scopes.includes('pages_show_list')) return ok({ data: [] })
  const rows = sharedPages(request, token)
    .filter((page) => page.portfolio === portfolio)
    .map((page) => pageFields(request, page, tokenOfPage(request, token, page)))
  return ok({ data: rows, paging: { cursors: { before: 'QVFI', after: 'QVFI' } } })
}

function listBusinesses(request: SocialRequest, token: SocialToken): SocialAnswer {
  if (!token.scopes.includes('business_management')) return graphFault(200, 'Requires business_management.')
  const ids = sharedPages(request, token).flatMap(({ portfolio }) => (portfolio ? [portfolio] : []))
  return ok({ data: [...new Set(ids)].map((id) => ({ id, name: 'A portfolio' })) })
}

/** A Page's token from a long-lived one does not expire; from a short one it ends with it. */
function tokenOfPage(request: SocialRequest, token: SocialToken, page: Page): string {
  const { tokens } = request.world.social
  for (const known of tokens.values()) {
    if (known.kind === 'page' && known.person === token.person && known.pageIds[0] === page.id) {
      if (known.deadBy === null && known.issuedAt >= token.issuedAt) return known.value
    }
  }
  return giveToken(request.world.social, {
    ...token,
    kind: 'page',
    pageIds: [page.id],
    expiresAt: token.kind === 'user' ? 0 : token.expiresAt,
  }).value
}

function pageFields(request: SocialRequest, page: Page, accessToken: string | undefined) {
  const wants = (name: string) => (request.query.get('fields') ?? '').includes(name)
  const { instagram } = page
  return {
    id: page.id,
    name: page.name,
    ...(accessToken && wants('access_token') && { access_token: accessToken }),
    ...(wants('tasks') && { tasks: page.tasks }),
    ...(wants('followers_count') && { followers_count: page.followers }),
    ...(wants('is_published') && { is_published: page.published }),
    ...(wants('picture') && {
      picture: { data: { url: `${request.world.url}/social/picture/${page.id}.png` } },
    }),
    ...(instagram &&
      wants('instagram_business_account') && {
        instagram_business_account: instagramFields(request, instagram),
      }),
  }
}

const instagramFields = (
  request: SocialRequest,
  account: { id: string; username: string; name: string; followers: number },
) => ({
  id: account.id,
  username: account.username,
  name: account.name,
  followers_count: account.followers,
  profile_picture_url: `${request.world.url}/social/picture/${account.id}.png`,
})

/** A Page or an Instagram account, by a Page's token. */
function readNode(request: SocialRequest, token: SocialToken, id: string): SocialAnswer {
  const page = sharedPages(request, token).find((one) => one.id === id || one.instagram?.id === id)
  if (!page) return graphFault(100, `Unsupported get request. Object with ID '${id}' does not exist`, 33)
  if (page.id === id) return ok(pageFields(request, page, undefined))
  return ok(page.instagram && instagramFields(request, page.instagram))
}

function debugToken(request: SocialRequest): SocialAnswer {
  const { social, accounts } = request.world
  const [appId, secret] = (bearerOf(request) ?? '').split('|')
  if (!appId || accounts.apps.get(appId)?.secret !== secret)
    return graphFault(190, 'Invalid OAuth access token signature.', undefined, 401)
  const { token, dead } = findToken(social, 'facebook', request.query.get('input_token') ?? undefined)
  if (!token || dead) {
    const subcode = dead === 'expired' ? 463 : Number(token?.deadBy) || 458
    return ok({
      data: {
        is_valid: false,
        app_id: appId,
        error: { code: 190, message: 'Error validating access token.', subcode },
        scopes: [],
      },
    })
  }
  return ok({
    data: {
      app_id: appId,
      type: token.kind === 'page' ? 'PAGE' : 'USER',
      application: 'Tidings',
      expires_at: Math.floor(token.expiresAt / 1000),
      data_access_expires_at: Math.floor((token.issuedAt + 90 * dayMs) / 1000),
      is_valid: true,
      issued_at: Math.floor(token.issuedAt / 1000),
      scopes: token.scopes,
      user_id: socialPerson(social, token.person).id,
    },
  })
}
