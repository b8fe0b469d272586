import { findToken, giveToken, socialPerson, takeCode } from '../world/social-world.ts'
import { answerLinkedinPosts } from './linkedin-posts.ts'
import { appFault, bearerOf, ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'

const accessSeconds = 5_184_000
const refreshSeconds = 31_536_000

const tokenFault = (error: string, words: string, status = 400): SocialAnswer => ({
  status,
  body: { error, error_description: words },
})

/** LinkedIn's token endpoint and the member's own data. */
export function answerLinkedin(request: SocialRequest): SocialAnswer {
  if (request.path === '/oauth/v2/accessToken' && request.method === 'POST') return giveTokens(request)
  if (request.path === '/v2/userinfo') return userInfo(request)
  return (
    answerLinkedinPosts(request) ?? {
      status: 404,
      body: { status: 404, code: 'NOT_FOUND', message: 'No virtual resource found' },
    }
  )
}

function giveTokens(request: SocialRequest): SocialAnswer {
  const { form, world } = request
  const { social } = world
  if (appFault(request, 'client_id', 'client_secret'))
    return tokenFault('invalid_client', 'Client authentication failed', 401)
  if (form.get('grant_type') === 'refresh_token') {
    const { token, dead } = findToken(social, 'linkedin', form.get('refresh_token') ?? undefined)
    if (!token || dead || token.kind !== 'refresh')
      return tokenFault('invalid_grant', 'The provided authorization grant or refresh token is invalid')
    social.refreshes.linkedin++
    const access = accessOf(request, token.person, token.scopes)
    // A refresh token is valid for 365 days from the first consent; a refresh does not extend it.
    const left = Math.floor((token.expiresAt - Date.now()) / 1000)
    return ok({ ...access, refresh_token: token.value, refresh_token_expires_in: left })
  }
  const code = takeCode(social, 'linkedin', {
    code: form.get('code') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
  })
  if (typeof code === 'string') {
    return tokenFault(
      'invalid_request',
      'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
    )
  }
  const access = accessOf(request, code.person, code.scopes)
  if (!world.settings.social.linkedin.refreshTokens) return ok(access)
  const refresh = giveToken(social, {
    network: 'linkedin',
    kind: 'refresh',
    person: code.person,
    scopes: code.scopes,
    pageIds: [],
    expiresAt: Date.now() + refreshSeconds * 1000,
  })
  return ok({ ...access, refresh_token: refresh.value, refresh_token_expires_in: refreshSeconds })
}

function accessOf({ world }: SocialRequest, person: string, scopes: string[]) {
  const access = giveToken(world.social, {
    network: 'linkedin',
    kind: 'access',
    person,
    scopes,
    pageIds: [],
    expiresAt: Date.now() + accessSeconds * 1000,
  })
  return {
    access_token: access.value,
    expires_in: accessSeconds,
    scope: scopes.join(','),
    token_type: 'Bearer',
  }
}

function userInfo(request: SocialRequest): SocialAnswer {
  const { social, url } = request.world
  const { token, dead } = findToken(social, 'linkedin', bearerOf(request))
  if (!token || dead) {
    const serviceErrorCode = dead === 'expired' ? 65602 : dead === 'killed' ? 65601 : 65600
    return {
      status: 401,
      body: {
        status: 401,
        serviceErrorCode,
        code: 'REVOKED_ACCESS_TOKEN',
        message: 'The token is not valid',
      },
    }
  }
  if (!token.scopes.includes('openid') || !token.scopes.includes('profile'))
    return {
      status: 403,
      body: { status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message: 'Not enough permissions' },
    }
  const person = socialPerson(social, token.person)
  const [given, ...family] = person.name.split(' ')
  return ok({
    sub: `s${person.id}`,
    name: person.name,
    given_name: given,
    family_name: family.join(' '),
    picture: `${url}/social/picture/${person.id}.png`,
    ...(token.scopes.includes('email') && {
      email: `${given?.toLowerCase()}@example.com`,
      email_verified: true,
    }),
  })
}
