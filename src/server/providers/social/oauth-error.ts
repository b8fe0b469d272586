import { z } from 'zod'
import { SocialError } from './social-error.ts'
import { errorByStatus, type FailedAnswer } from './social-http.ts'

const OAuthFailure = z.looseObject({ error: z.string(), error_description: z.string().optional() })

/**
 * A failure of a token endpoint (RFC 6749 §5.2).
 * @param of what was asked for: `invalid_grant` is a used code, or a dead refresh token.
 */
export function tokenEndpointError(of: 'code' | 'refresh') {
  return (answer: FailedAnswer): SocialError => {
    const read = OAuthFailure.safeParse(answer.body)
    if (!read.success || answer.status >= 500 || answer.status === 429) {
      return errorByStatus(answer, 'The network answered the request for a token with a fault.')
    }
    const { error, error_description: words = error } = read.data
    const more = { status: answer.status, code: error }
    if (error === 'invalid_client' || error === 'unauthorized_client') {
      return new SocialError('bad_app', words, more)
    }
    if (of === 'code') {
      const isCode = error === 'invalid_grant' || error === 'invalid_request'
      return new SocialError(isCode ? 'bad_code' : 'refused', words, more)
    }
    if (error === 'invalid_grant') return new SocialError('dead_token', words, { ...more, dead: 'revoked' })
    return new SocialError('refused', words, more)
  }
}
