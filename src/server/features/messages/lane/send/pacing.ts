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
/** Usual is as long as the quickest answer took in the last one to two of these: no hold-up becomes usual at once. */
const usualOverMs = 5_000
/** An answer that is not there so much later than usual is a late one. */
const lateMs = 15
/** After a hold-up of the event loop so much may be caught up at once. */
const burstMs = 60
/** How much slower a number goes after the provider said that it is too fast, and how soon it is fast again. */
const slowDown = 0.85
const slowest = 0.2
const recoverMs = 15_000

export type Pacer = {
  /**
   * Takes one turn. Zero: it is yours, send now. Else the milliseconds until the next one may be free.
   * In no second, wherever it begins, are more turns given than the limit.
   */
  take: (now: number) => number
  /** Names the turn that was taken last, for `answered`. */
  lastTurn: () => number
  /**
   * The provider answered the message of a turn, so it had counted that turn and those before it. Answered late, they
   * may have been counted late (it, or the way to it, stood still): then they count from later on, so that what was
   * held up and what follows do not come together in one of the provider's seconds. An answer that came late alone,
   * after those of later turns, says nothing.
   */
  answered: (turn: number, sentAt: number, now: number) => void
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
  /** When each of the last `limit` turns was taken, in a ring; the oldest is overwritten next. */
  let taken = emptyRing(limit)
  /**
   * When each of them was answered, or a later one was. How long answers usually take is better known a second later,
   * when the turn is overwritten, than at its answer: the first ones of a new process are slow.
   */
  let answeredAt = emptyRing(limit)
  let oldest = 0
  /** How many turns were taken, and how many of them before the ring was made. */
  let turns = 0
  let turnsBefore = 0
  /** So many are known to have been counted by the provider. */
  let turnsCounted = 0
  const usual = createUsual()
  /** When the next turn would be, if all were taken evenly. */
  let even = Number.NEGATIVE_INFINITY
  let slowness = 1
  let slowedAt = Number.NEGATIVE_INFINITY

  const factor = (now: number): number =>
    slowness + (1 - slowness) * Math.min(1, Math.max(0, now - slowedAt) / recoverMs)
  /** `oldest` is where the next turn goes; the last one is just before it. */
  const placeOf = (turn: number): number => (oldest - 1 - (turns - turn) + 2 * taken.length) % taken.length
  /** When the provider counted the turn at this place, at the latest. */
  const countsFrom = (place: number): number => Math.max(taken[place]!, answeredAt[place]! - usual.ms())
  /** When the turn that the next one overwrites counts from, if it is not answered and would be by now. */
  const stillOpen = (now: number): number =>
    turns - taken.length < Math.max(turnsCounted, turnsBefore)
      ? Number.NEGATIVE_INFINITY
      : now - usual.ms() - lateMs
  return {
    take(now) {
      if (limit === null) return 0
      const whenRingFree = Math.max(countsFrom(oldest), stillOpen(now)) + secondMs
      const whenEven = even - burstMs
      const wait = Math.max(whenRingFree, whenEven) - now
      if (wait > 0) return wait
      taken[oldest] = now
      answeredAt[oldest] = Number.NEGATIVE_INFINITY
      oldest = (oldest + 1) % limit
      turns++
      even = Math.max(even, now) + secondMs / (limit * factor(now))
      return 0
    },
    lastTurn: () => turns,
    answered(turn, sentAt, now) {
      if (turn <= turnsCounted) return
      usual.note(now - sentAt, now)
      const first = Math.max(turnsCounted, turnsBefore, turns - (limit ?? 0)) + 1
      for (let each = first; each <= turn; each++) answeredAt[placeOf(each)] = now
      turnsCounted = turn
    },
    restMs: (now) => Math.max(0, ...taken.map((_, place) => countsFrom(place) + secondMs - now)),
    assumeFull(now) {
      taken.fill(now)
      answeredAt.fill(Number.NEGATIVE_INFINITY)
      even = now + secondMs + burstMs
    },
    slow(now) {
      slowness = Math.max(slowest, factor(now) * slowDown)
      slowedAt = now
    },
    setLimit(next, now) {
      if (next === limit) return
      const last = [...taken.keys()].map((place) => countsFrom((oldest + place) % taken.length))
      const before = limit
      limit = next
      turnsBefore = turns
      taken = emptyRing(next)
      answeredAt = emptyRing(next)
      oldest = 0
      if (next === null) return
      if (before === null) taken.fill(now)
      else taken.set(last.slice(-next), Math.max(0, next - last.length))
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
        quickestBefore = now - since > 2 * usualOverMs ? ms : quickest
        quickest = ms
        since = now
      }
      quickest = Math.min(quickest, ms)
    },
    ms: () => Math.min(quickest, quickestBefore),
  }
}

function emptyRing(limit: number | null): Float64Array {
  return new Float64Array(limit ?? 0).fill(Number.NEGATIVE_INFINITY)
}

/** At the least so many requests under way; fewer would stand still at each slow answer. */
const leastUnderWay = 4
/** The connections that all lanes of a process share (providers/meta). */
const mostUnderWay = 400
/** Answers come sometimes twice as late as on average. */
const reserve = 2
/** Without a rate: so many requests may wait at the provider beyond those that it works on. */
const fewestWaiting = 60
const mostWaiting = 128
/** Fewer would let the provider stand idle whenever this process or the network is busy with something else. */
const fewestUnderWay = 96
/** Where the feeling begins. */
const underWayAtFirst = 160

export type UnderWay = {
  /** How many requests may be under way. */
  limit: (rate: number | null) => number
  /** One was answered after so long. */
  answered: (latencyMs: number) => void
}

/**
 * As many requests under way as latency × rate needs (Little's law). Without a rate it is found by feeling (TCP
 * Vegas): while answers come as fast as ever, one more; when they queue, one less.
 */
export function createUnderWay(): UnderWay {
  let mean = 0
  let least = Number.POSITIVE_INFINITY
  let leastSince = 0
  let answers = 0
  let found = underWayAtFirst
  return {
    limit(rate) {
      if (rate === null) return Math.round(found)
      return Math.min(
        mostUnderWay,
        Math.max(leastUnderWay, Math.ceil((rate * mean * reserve) / 1000) + leastUnderWay),
      )
    },
    answered(latencyMs) {
      answers += 1
      mean = answers === 1 ? latencyMs : mean + (latencyMs - mean) / 16
      if (latencyMs < least || answers - leastSince > 20_000) {
        least = latencyMs
        leastSince = answers
      }
      const waiting = found * (1 - least / Math.max(mean, least))
      if (waiting < fewestWaiting) found = Math.min(mostUnderWay, found + 1 / found)
      else if (waiting > mostWaiting) found = Math.max(fewestUnderWay, found - 1 / found)
    },
  }
}
