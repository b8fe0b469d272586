import type { SocialToken } from '../world/social-world.ts'
import type { SocialAnswer } from './social-exchange.ts'

/** A failure in the words of Facebook and Instagram. */
export function graphFault(code: number, message: string, subcode?: number, status = 400): SocialAnswer {
  return {
    status,
    body: {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        fbtrace_id: 'AsandboxTrace',
      },
    },
  }
}

export function deadToken(token: SocialToken | undefined, dead: string | null): SocialAnswer {
  if (dead === 'missing')
    return graphFault(104, 'An access token is required to request this resource.', undefined, 401)
  if (dead === 'expired') {
    return graphFault(190, 'Error validating access token: Session has expired.', 463, 401)
  }
  if (dead === 'killed')
    return graphFault(190, 'Error validating access token.', Number(token?.deadBy) || 458, 401)
  return graphFault(190, 'Invalid OAuth access token - Cannot parse access token', undefined, 401)
}
