import { findToken, giveToken, socialPerson, takeCode } from '../world/social-world.ts'
import { deadToken, graphFault } from './graph-fault.ts'
import { answerInsights } from './insights.ts'
import { answerInstagramMedia } from './instagram-media.ts'
import { appFault, bearerOf, ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'

const longSeconds = 5_184_000
const dayMs = 86_400_000

const refused = (message: string): SocialAnswer => ({
  status: 400,
  body: { error_type: 'OAuthException', code: 400, error_message: message },
})

/** Instagram's own login, on the hosts api.instagram.com and graph.instagram.com. */
export async function answerInstagram(request: SocialRequest): Promise<SocialAnswer> {
  const path = request.path.replace(/^\/v\d+\.\d+/, '')
  if (path === '/oauth/access_token' && request.method === 'POST') return exchange(request)
  if (path === '/access_token') return lengthen(request)
  if (path === '/refresh_access_token') return refresh(request)
  const { token, dead } = findToken(request.world.social, 'instagram', bearerOf(request))
  if (!token || dead) return deadToken(token, dead)
  const { instagram } = socialPerson(request.world.social, token.person)
  if (path !== '/me') {
    const insights = answerInsights(request, path, token, [instagram.id])
    if (insights) return insights
    const posts = await answerInstagramMedia(request, path, token, [instagram.id])
    return posts ?? graphFault(100, 'Unsupported get request.', 33)
  }
  return ok({
    id: `26${instagram.id.slice(2)}`,
    user_id: instagram.id,
    username: instagram.username,
    name: instagram.name,
    account_type: instagram.type,
    followers_count: instagram.followers,
    profile_picture_url: `${request.world.url}/social/picture/${instagram.id}.png`,
  })
}

function exchange(request: SocialRequest): SocialAnswer {
  const { social } = request.world
  const { form } = request
  if (appFault(request, 'client_id', 'client_secret')) return refused('Invalid platform app')
  const code = takeCode(social, 'instagram', {
    code: form.get('code') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
  })
  if (typeof code === 'string') return refused('This authorization code has been used or has expired')
  const short = giveToken(social, {
    network: 'instagram',
    kind: 'short',
    person: code.person,
    scopes: code.scopes,
    pageIds: [],
    expiresAt: Date.now() + 3_600_000,
  })
  return ok({
    access_token: short.value,
    user_id: Number(socialPerson(social, code.person).instagram.id.slice(0, 15)),
    permissions: code.scopes,
  })
}

function lengthen(request: SocialRequest): SocialAnswer {
  const { social, accounts } = request.world
  const secret = request.query.get('client_secret')
  if (![...accounts.apps.values()].some((app) => app.secret === secret))
    return graphFault(101, 'Error validating client secret.')
  const { token, dead } = findToken(social, 'instagram', request.query.get('access_token') ?? undefined)
  if (!token || dead) return deadToken(token, dead)
  return ok(longToken(request, token.person, token.scopes))
}

function refresh(request: SocialRequest): SocialAnswer {
  const { social } = request.world
  const { token, dead } = findToken(social, 'instagram', request.query.get('access_token') ?? undefined)
  if (!token || dead) return deadToken(token, dead)
  if (token.kind !== 'user' || Date.now() - token.issuedAt < dayMs) {
    return graphFault(100, 'The access token must be at least 24 hours old.')
  }
  social.refreshes.instagram++
  return ok(longToken(request, token.person, token.scopes))
}

function longToken(request: SocialRequest, person: string, scopes: string[]) {
  const token = giveToken(request.world.social, {
    network: 'instagram',
    kind: 'user',
    person,
    scopes,
    pageIds: [],
    expiresAt: Date.now() + longSeconds * 1000,
  })
  return { access_token: token.value, token_type: 'bearer', expires_in: longSeconds }
}
