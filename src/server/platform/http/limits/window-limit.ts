/** Counts by name in windows of time; what is kept is bounded by what comes in one window. */
export function windowLimit<Name extends string | number>(
  most: number,
  windowMs: number,
): (name: Name) => boolean {
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
