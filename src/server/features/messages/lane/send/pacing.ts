/**
 * How fast one number sends, as pure functions of a clock in milliseconds that never goes back.
 *
 * Source of the limits: …/whatsapp/throughput (messages a second of a number).
 */

/**
 * The second is taken this much longer than it is: the rate comes out at 98.8 % of the limit, and requests that the
 * network brings closer together do not make a second of the provider's fuller than ours.
 */
const secondMs = 1012
/** Usual is as long as the quickest answer took in the last two of these that had any: no hold-up becomes usual at once. */
const usualOverMs = 5_000
/** An answer that is not there so much later than usual is a late one. */
const lateMs = 15
/** After a hold-up of the event loop so much may be caught up at once. */
const burstMs = 60
/** How much slower a number goes after the provider said that it is too fast, and how soon it is fast again. */
const slowDown = 0.85
const slowest = 0.2
const recoverMs = 15_000

/** A message that may leave. */
export type Turn = { readonly takenAt: number }

export type Pacer = {
  /**
   * Takes one turn. Zero: it is yours, send now. Else the milliseconds until the next one may be free.
   * In no second, wherever it begins, are more turns given than the limit.
   */
  take: (now: number) => number
  /** The turn that was taken last. One of `giveBack`, `answered` and `ended` follows, or its place is never free. */
  lastTurn: () => Turn
  /** The message of a turn did not leave: its place is free. */
  giveBack: (turn: Turn) => void
  /**
   * The message of a turn left on a connection that had carried others: the provider has counted it once it has
   * answered one that left later. Not called for the first message on a connection: a provider that stood still
   * counts what waits on its open connections before it accepts new ones.
   */
  left: (turn: Turn) => void
  /**
   * The provider took the message of a turn, so it had counted that turn and those that `left` before it. Answered
   * late, they may have been counted late (it, or the way to it, stood still): then they count from later on, so that
   * what was held up and what follows do not come together in one of the provider's seconds. An answer that came late
   * alone, after those of later turns, says nothing. Where answers usually take a second or more, none is late.
   */
  answered: (turn: Turn, now: number) => void
  /** It was refused, or no answer came: that says nothing of other turns, nor how long an answer takes. */
  ended: (turn: Turn, now: number) => void
  /** Milliseconds until no turn counts any more: whoever sends next from this number then begins anew. */
  restMs: (now: number) => number
  /** As if the last second had been full: another process may have sent in it. */
  assumeFull: (now: number) => void
  /** The provider says that we were too fast: a little slower for a while. */
  slow: (now: number) => void
  /** The limit has changed (messages a second; null: none). */
  setLimit: (perSecond: number | null, now: number) => void
  /** Messages a second at present; null: no limit. */
  rate: (now: number) => number | null
}

/** @param perSecond the number's throughput; null: no limit. */
export function createPacer(perSecond: number | null): Pacer {
  let limit = perSecond
  /** Turns that the provider is not known to have counted, in the order in which their messages left. */
  const open = new Set<Turn>()
  const followed = new WeakSet<Turn>()
  /** Not known either, but a second old, where answers usually take as long: they take no place any more. */
  const spent = new Set<Turn>()
  /**
   * Turns that it has counted by the time given, in the order of these times. How long answers usually take is better
   * known a second later, when their place is free again, than at the answer: the first ones of a new process are slow.
   */
  let counted: { takenAt: number; answeredAt: number }[] = []
  let last: Turn = { takenAt: Number.NEGATIVE_INFINITY }
  const usual = createUsual()
  /** When the next turn would be, if all were taken evenly. */
  let even = Number.NEGATIVE_INFINITY
  let slowness = 1
  let slowedAt = Number.NEGATIVE_INFINITY

  const factor = (now: number): number =>
    slowness + (1 - slowness) * Math.min(1, Math.max(0, now - slowedAt) / recoverMs)
  const fill = (turns: number, now: number): void => {
    counted = Array.from({ length: turns }, () => ({ takenAt: now, answeredAt: now }))
  }
  /** A second after the provider counted it, at the latest. */
  const freeAt = ({ takenAt, answeredAt }: (typeof counted)[number]): number =>
    Math.max(takenAt, answeredAt - usual.ms()) + secondMs
  const isFull = (most: number): boolean => open.size + counted.length >= most
  const count = (turn: Turn, now: number): void => {
    open.delete(turn)
    counted.push({ takenAt: turn.takenAt, answeredAt: now })
  }
  /** Gives back the places of turns that are a second old. An open one whose answer is late keeps its place. */
  const freePlaces = (now: number): { nextAt: number } => {
    while (counted[0] && freeAt(counted[0]) <= now) counted.shift()
    const nextAt = counted[0] ? freeAt(counted[0]) : Number.POSITIVE_INFINITY
    for (const turn of open) {
      const age = now - turn.takenAt
      if (age < secondMs) return { nextAt: Math.min(nextAt, turn.takenAt + secondMs) }
      if (age <= usual.ms() + lateMs) {
        open.delete(turn)
        spent.add(turn)
      }
    }
    return { nextAt }
  }
  return {
    take(now) {
      if (limit === null) return 0
      let whenFree = now
      // Only then: a second later it is better known how long answers usually take.
      if (isFull(limit)) {
        const { nextAt } = freePlaces(now)
        if (isFull(limit)) whenFree = Math.min(nextAt, now + secondMs)
      }
      const wait = Math.max(whenFree, even - burstMs) - now
      if (wait > 0) return wait
      last = { takenAt: now }
      open.add(last)
      even = Math.max(even, now) + secondMs / (limit * factor(now))
      return 0
    },
    lastTurn: () => last,
    giveBack(turn) {
      open.delete(turn)
      spent.delete(turn)
    },
    left(turn) {
      if (!open.delete(turn)) return
      open.add(turn)
      followed.add(turn)
    },
    answered(turn, now) {
      const isOpen = open.has(turn)
      if (isOpen || spent.delete(turn)) usual.note(now - turn.takenAt, now)
      if (!isOpen) return
      if (followed.has(turn)) {
        for (const each of open) {
          if (each === turn) break
          if (followed.has(each)) count(each, now)
        }
      }
      count(turn, now)
    },
    ended(turn, now) {
      if (open.has(turn)) count(turn, now)
      spent.delete(turn)
    },
    restMs(now) {
      if (open.size > 0) return secondMs
      const end = counted.at(-1)
      return end ? Math.max(0, freeAt(end) - now) : 0
    },
    assumeFull(now) {
      fill(limit ?? 0, now)
      even = now + secondMs + burstMs
    },
    slow(now) {
      slowness = Math.max(slowest, factor(now) * slowDown)
      slowedAt = now
    },
    setLimit(next, now) {
      if (next === limit) return
      if (limit === null) fill(next ?? 0, now)
      limit = next
      if (next === null) {
        open.clear()
        spent.clear()
        counted = []
        return
      }
      even = Math.max(even, now)
    },
    rate: (now) => (limit === null ? null : limit * factor(now)),
  }
}

/** How long an answer usually takes. Infinite before the first one. */
function createUsual(): { note: (ms: number, now: number) => void; ms: () => number } {
  let since = Number.NEGATIVE_INFINITY
  let quickest = Number.POSITIVE_INFINITY
  let quickestBefore = Number.POSITIVE_INFINITY
  return {
    note(ms, now) {
      if (now - since > usualOverMs) {
        quickestBefore = quickest
        quickest = ms
        since = now
      }
      quickest = Math.min(quickest, ms)
    },
    ms: () => Math.min(quickest, quickestBefore),
  }
}
