import { findToken, giveToken, type SocialToken, socialPerson, takeCode } from '../world/social-world.ts'
import { appFault, bearerOf, ok, type SocialAnswer, type SocialRequest } from './social-exchange.ts'
import { youtubeFault } from './youtube-fault.ts'
import { answerVideos } from './youtube-videos.ts'

const hourSeconds = 3599

const tokenFault = (error: string, words: string, status = 400): SocialAnswer => ({
  status,
  body: { error, error_description: words },
})

/** Google's token endpoint and the channels of YouTube. */
export function answerGoogle(request: SocialRequest): SocialAnswer {
  if (request.path === '/token' && request.method === 'POST') return giveTokens(request)
  if (request.path === '/revoke' && request.method === 'POST') return revoke(request)
  if (request.path === '/youtube/v3/channels') return channels(request)
  return (
    answerVideos(request) ?? { status: 404, body: { error: { code: 404, message: 'Not Found', errors: [] } } }
  )
}

function giveTokens(request: SocialRequest): SocialAnswer {
  const { form, world } = request
  const { social } = world
  const fault = appFault(request, 'client_id', 'client_secret')
  if (fault) return tokenFault('invalid_client', 'The OAuth client was not found.', 401)
  if (form.get('grant_type') === 'refresh_token') {
    const { token, dead } = findToken(social, 'google', form.get('refresh_token') ?? undefined)
    if (!token || dead || token.kind !== 'refresh')
      return tokenFault('invalid_grant', 'Token has been expired or revoked.')
    social.refreshes.google++
    // No new refresh token comes with it: the old one stays.
    return ok({ ...accessOf(request, token), token_type: 'Bearer', scope: token.scopes.join(' ') })
  }
  const code = takeCode(social, 'google', {
    code: form.get('code') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    verifier: form.get('code_verifier') ?? undefined,
  })
  if (code === 'redirect') return tokenFault('redirect_uri_mismatch', 'Bad Request')
  if (code === 'verifier') return tokenFault('invalid_grant', 'Invalid code verifier.')
  if (typeof code === 'string') return tokenFault('invalid_grant', 'Bad Request')
  const grant = { network: 'google' as const, person: code.person, scopes: code.scopes, pageIds: [] }
  const { google } = world.settings.social
  const refresh = google.refreshTokens
    ? giveToken(social, {
        ...grant,
        kind: 'refresh',
        expiresAt: google.refreshDays === 0 ? 0 : Date.now() + google.refreshDays * 86_400_000,
      })
    : undefined
  return ok({
    ...accessOf(request, grant),
    ...(refresh && { refresh_token: refresh.value }),
    ...(refresh && google.refreshDays > 0 && { refresh_token_expires_in: google.refreshDays * 86_400 }),
    scope: code.scopes.join(' '),
    token_type: 'Bearer',
  })
}

function accessOf({ world }: SocialRequest, { person, scopes }: Pick<SocialToken, 'person' | 'scopes'>) {
  const access = giveToken(world.social, {
    network: 'google',
    kind: 'access',
    person,
    scopes,
    pageIds: [],
    expiresAt: Date.now() + hourSeconds * 1000,
  })
  return { access_token: access.value, expires_in: hourSeconds }
}

/** Revoking one token ends the whole grant of that person. */
function revoke(request: SocialRequest): SocialAnswer {
  const { social } = request.world
  const { token } = findToken(social, 'google', request.form.get('token') ?? undefined)
  if (!token) return tokenFault('invalid_token', 'Token expired or revoked')
  for (const other of social.tokens.values())
    if (other.network === 'google' && other.person === token.person) other.deadBy = 'revoked'
  return ok({})
}

function channels(request: SocialRequest): SocialAnswer {
  const { social, url } = request.world
  const { token, dead } = findToken(social, 'google', bearerOf(request))
  if (!token || dead) return youtubeFault(401, 'authError', 'Invalid Credentials')
  if (!token.scopes.some((scope) => scope.endsWith('/youtube.readonly')))
    return youtubeFault(403, 'insufficientPermissions', 'Insufficient Permission')
  const { channel } = socialPerson(social, token.person)
  if (!channel) return ok({ kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } })
  return ok({
    kind: 'youtube#channelListResponse',
    items: [
      {
        kind: 'youtube#channel',
        id: channel.id,
        snippet: {
          title: channel.title,
          customUrl: channel.handle,
          thumbnails: { default: { url: `${url}/social/picture/${channel.id}.png` } },
        },
        contentDetails: { relatedPlaylists: { uploads: channel.id.replace(/^UC/, 'UU') } },
        statistics: {
          viewCount: '81230',
          subscriberCount: String(channel.subscribers),
          hiddenSubscriberCount: false,
          videoCount: '42',
        },
      },
    ],
  })
}
