import type { App } from '#server/app.ts'
import { type Pause, spamLimitedCode } from '../model/failure-policy.ts'
import { type LaneKey, tierLimitedCode } from '../model/lane-pause.ts'

/** WhatsApp's own rating of a number that people block or report. */
const lowQualities = ['RED', 'YELLOW']

/**
 * Meta refuses with one code (131048) beyond the 24 h limit and for bad quality. Which of them it is, its rating of
 * the number says: people are blamed only where WhatsApp does.
 */
export async function worded(app: App, lane: LaneKey, pause: Pause): Promise<Pause> {
  if (pause.code !== spamLimitedCode) return pause
  const number = await app.db
    .selectFrom('phone_numbers')
    .select(['quality_rating', 'messaging_limit'])
    .where('business_id', '=', lane.businessId)
    .where('phone_number_id', '=', lane.phoneNumberId)
    .executeTakeFirst()
  if (number && lowQualities.includes(number.quality_rating)) {
    return {
      ...pause,
      sentence: 'Too many people blocked or reported this number, so WhatsApp holds it back.',
    }
  }
  if (!number?.messaging_limit) return pause
  const people = number.messaging_limit.toLocaleString('en')
  return {
    ...pause,
    code: tierLimitedCode,
    sentence: `WhatsApp lets you write to ${people} different people in 24 hours, and takes no more for now. The rest goes on by itself.`,
  }
}
