import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { senderOf } from '#server/platform/http/limits/network.ts'
import { windowLimit } from '#server/platform/http/limits/window-limit.ts'

const windowMs = 10_000
/** Of one address in that time. A shop's guests share one; each browser asks for a photo once. */
const most = { page: 60, answer: 30, photo: 60 }

/** Whether an address asks too often, whatever it asks. Of one process, and before anything is looked up. */
export function createPageLimits(): Record<keyof typeof most, (address: string) => boolean> {
  const limit = (count: number) => {
    const isTooMany = windowLimit<string>(count, windowMs)
    return (address: string): boolean => isTooMany(senderOf(address))
  }
  return { page: limit(most.page), answer: limit(most.answer), photo: limit(most.photo) }
}

export const tooManyRequests = (): AppError =>
  new AppError('rate_limited', t('growth.tooManyRequests'), { retryAfterSeconds: windowMs / 1000 })
