import { z } from 'zod'
import { type DeadBy, SocialError } from '../social-error.ts'
import { errorByStatus, type FailedAnswer, retryAfterOf } from '../social-http.ts'

const LinkedinFailure = z.looseObject({
  serviceErrorCode: z.number().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
})

/** Why a token is not taken: 65601 is revoked, 65602 is expired. */
const deaths: Record<number, DeadBy> = { 65601: 'revoked', 65602: 'expired' }

/** A failure of LinkedIn's API. */
export function linkedinError(answer: FailedAnswer): SocialError {
  const read = LinkedinFailure.safeParse(answer.body)
  if (!read.success || answer.status >= 500) return errorByStatus(answer, 'LinkedIn answered with a fault.')
  const { serviceErrorCode, message = '' } = read.data
  const more = {
    status: answer.status,
    code: read.data.code,
    subcode: serviceErrorCode === undefined ? undefined : String(serviceErrorCode),
    retryAfterSeconds: retryAfterOf(answer.headers),
  }
  if (answer.status === 401) {
    return new SocialError('dead_token', message, {
      ...more,
      dead: deaths[serviceErrorCode ?? 0] ?? 'revoked',
    })
  }
  if (answer.status === 429) return new SocialError('rate_limited', message, more)
  if (answer.status === 403) return new SocialError('no_permission', message, more)
  return new SocialError('refused', message, more)
}
