import type { SocialAnswer } from './social-exchange.ts'

export function youtubeFault(status: number, reason: string, message: string): SocialAnswer {
  return {
    status,
    body: { error: { code: status, message, errors: [{ domain: 'youtube', reason, message }] } },
  }
}
