import { windowLimit } from '#server/platform/http/limits/window-limit.ts'

const windowMs = 10_000
/** Of one link: more is no person. */
const clicksOfLink = 20
/** Of one address: a whole office may sit behind it, yet wrong codes are rare. */
const wrongCodes = 30

/**
 * People behind one address of a phone network are many, so valid codes are limited one by one, and wrong ones by who
 * tries them.
 */
export const createClickLimits = () => ({
  tooManyClicks: windowLimit<number>(clicksOfLink, windowMs),
  tooManyWrong: windowLimit<string>(wrongCodes, windowMs),
})
