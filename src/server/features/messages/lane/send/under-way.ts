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
