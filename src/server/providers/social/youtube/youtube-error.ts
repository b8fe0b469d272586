import { z } from 'zod'
import { SocialError } from '../social-error.ts'
import { errorByStatus, type FailedAnswer, retryAfterOf } from '../social-http.ts'

const YoutubeFailure = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(''),
    errors: z.array(z.looseObject({ reason: z.string().catch('') })).optional(),
  }),
})

const limits = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'uploadLimitExceeded'])

/** A failure of the YouTube Data API: distinguished by `reason`, which is the error's code. */
export function youtubeError(answer: FailedAnswer): SocialError {
  const read = YoutubeFailure.safeParse(answer.body)
  if (!read.success) return errorByStatus(answer, 'YouTube answered with a fault.')
  const { message, errors } = read.data.error
  const code = errors?.[0]?.reason
  const more = { status: answer.status, code, retryAfterSeconds: retryAfterOf(answer.headers) }
  if (answer.status === 401) return new SocialError('dead_token', message, { ...more, dead: 'revoked' })
  if (answer.status === 429 || (code && limits.has(code))) {
    return new SocialError('rate_limited', message, more)
  }
  if (answer.status >= 500) return new SocialError('unreachable', message, { ...more, mayBeDone: true })
  if (answer.status === 403) return new SocialError('no_permission', message, more)
  return new SocialError('refused', message, more)
}
