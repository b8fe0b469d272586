import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { senderOf } from '#server/platform/http/limits/network.ts'
import { windowLimit } from '#server/platform/http/limits/window-limit.ts'

const windowMs = 10_000
/** Of one address. A shop's guests share one, and each browser asks once. */
const photos = 60

/** Limits of one process, before anything is looked up. @throws AppError `rate_limited` */
export function createPageLimits() {
  const limit = (most: number) => {
    const isTooMany = windowLimit<string>(most, windowMs)
    return (address: string): void => {
      if (isTooMany(senderOf(address)))
        throw new AppError('rate_limited', t('growth.tooManyRequests'), {
          retryAfterSeconds: windowMs / 1000,
        })
    }
  }
  return { photo: limit(photos) }
}
