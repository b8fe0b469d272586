import type { App } from '#server/app.ts'
import { textOf } from '#server/stored-text/stored-text.ts'
import { type Pause, spamLimitedCode } from '../model/failure-policy.ts'
import { type LaneKey, tierLimitedCode } from '../model/lane-pause.ts'

/** WhatsApp's own rating of a number that people block or report. */
export const isLowQuality = (rating: string | null): boolean => rating === 'RED' || rating === 'YELLOW'

/**
 * Meta refuses with one code (131048) beyond the 24 h limit and for bad quality. Which of them it is, its rating of
 * the number says: people are blamed only where WhatsApp does.
 */
export async function withCause(app: App, lane: LaneKey, pause: Pause): Promise<Pause> {
  if (pause.code !== spamLimitedCode) return pause
  const number = await app.db
    .selectFrom('phone_numbers')
    .select(['quality_rating', 'messaging_limit'])
    .where('business_id', '=', lane.businessId)
    .where('phone_number_id', '=', lane.phoneNumberId)
    .executeTakeFirst()
  if (number && isLowQuality(number.quality_rating)) {
    return { ...pause, reason: textOf('messages.waiting.quality') }
  }
  if (!number?.messaging_limit) return pause
  return {
    ...pause,
    code: tierLimitedCode,
    reason: textOf('messages.waiting.tier', { count: number.messaging_limit }),
  }
}
