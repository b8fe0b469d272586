/** Counts by name in windows of time; what is kept is bounded by what comes in one window. */
function windowLimit<Name extends string | number>(most: number, windowMs: number): (name: Name) => boolean {
  let counts = new Map<Name, number>()
  let until = 0
  return (name) => {
    const now = performance.now()
    if (now > until) {
      counts = new Map()
      until = now + windowMs
    }
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count > most
  }
}

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
