/** The moment at which the clocks of a zone show a time, which is given as UTC would show it. */
export type Clock = (shown: number) => number

/** No zone changes its clock within such a stretch. */
const stretchMs = 1_800_000
const mostKept = 10_000

const clocks = new Map<string, Clock>([['UTC', (shown) => shown]])

/** Kept for each zone, with what it found: a file has a time in each of its rows. */
export function clockOf(zone: string): Clock {
  const clock = clocks.get(zone) ?? makeClock(zone)
  clocks.set(zone, clock)
  return clock
}

function makeClock(zone: string): Clock {
  const date = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, ...date, ...time })
  const kept = new Map<number, number>()
  const ahead = (moment: number): number => {
    const start = Math.floor(moment / stretchMs) * stretchMs
    const known = kept.get(start)
    if (known !== undefined) return known
    const part = new Map(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]))
    const at = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0
    const found = Date.UTC(at('year'), at('month') - 1, at('day'), at('hour'), at('minute')) - start
    if (kept.size >= mostKept) kept.clear()
    kept.set(start, found)
    return found
  }
  // Where the clock changes in between, the offset of the moment itself counts.
  return (shown) => shown - ahead(shown - ahead(shown))
}
