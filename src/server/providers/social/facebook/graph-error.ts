import { z } from 'zod'
import { type DeadBy, SocialError } from '../social-error.ts'
import { errorByStatus, type FailedAnswer, retryAfterOf } from '../social-http.ts'

const GraphFailure = z.looseObject({
  error: z.looseObject({
    message: z.string().catch(''),
    code: z.number().catch(0),
    error_subcode: z.number().optional().catch(undefined),
    is_transient: z.boolean().optional().catch(undefined),
  }),
})

/** Instagram's own login answers failures of the code in another shape. */
const InstagramFailure = z.looseObject({ error_type: z.string(), error_message: z.string().catch('') })

/** Subcodes of 190 (facts: onboarding-oauth §4). */
const deaths: Record<number, DeadBy> = {
  458: 'revoked',
  459: 'restricted',
  460: 'password_changed',
  463: 'expired',
  464: 'restricted',
  467: 'revoked',
  492: 'role_lost',
}
const limits = new Set([4, 17, 32, 341, 613, 80001, 80002])
/** Codes of a login that is used up or expired: "This authorization code has been used" / "has expired". */
const badCodes = new Set([36007, 36009])

/** A failure in Graph's words, of Facebook and of Instagram. */
export function graphError(answer: FailedAnswer): SocialError {
  const instagram = InstagramFailure.safeParse(answer.body)
  if (instagram.success) {
    return new SocialError('bad_code', instagram.data.error_message, { status: answer.status })
  }
  const read = GraphFailure.safeParse(answer.body)
  if (!read.success) return errorByStatus(answer, 'The network answered with a fault.')
  const { message, code, error_subcode: subcode, is_transient } = read.data.error
  const more = {
    status: answer.status,
    code: String(code),
    subcode: subcode === undefined ? undefined : String(subcode),
    retryAfterSeconds: retryAfterOf(answer.headers),
  }
  if (code === 190) {
    return new SocialError('dead_token', message, { ...more, dead: deaths[subcode ?? 0] ?? 'revoked' })
  }
  if (subcode && badCodes.has(subcode)) return new SocialError('bad_code', message, more)
  if (code === 101) return new SocialError('bad_app', message, more)
  if (limits.has(code)) return new SocialError('rate_limited', message, more)
  // -1 is Instagram's own fault: facts/social-publishing §3.7.
  if (code === 1 || code === 2 || code === -1 || is_transient || answer.status >= 500) {
    return new SocialError('unreachable', message, { ...more, mayBeDone: true })
  }
  if (code === 10 || (code >= 200 && code < 300)) return new SocialError('no_permission', message, more)
  return new SocialError('refused', message, more)
}
