/**
 * How fast one number writes to one person, as a pure function of a clock in milliseconds that never goes back.
 *
 * Source: …/whatsapp/about-the-platform (pair rate): one message in six seconds; up to 45 within six seconds borrow
 * from the time after them.
 */

/** A person gets one message in so many milliseconds from one number. */
const pairMs = 6_000
/** Shorter than the provider's six seconds: a request is counted when it arrives there. */
const burstMs = 4_500
/** Fewer than the provider's 45: what another process sent just before a crash counts too. */
const mostInBurst = 40

export type PairRate = {
  /** Milliseconds until this person may be written to again; 0: now. A chat borrows from the time after it. */
  waitFor: (person: string, now: number, isChat?: boolean) => number
  /** This person is written to now. */
  note: (person: string, now: number) => void
  /** It was refused: nothing reached them. */
  forget: (person: string) => void
  /** The provider took it: at the latest now, by its clock. */
  answered: (person: string, now: number) => void
  /** The provider says that it was too fast: nothing more is borrowed. */
  tooFast: (person: string, now: number) => void
}

/** More than one message within six seconds, to be waited off. */
type Burst = { from: number; count: number; free: number }

/** Remembers who was written to in the last six seconds, in two halves that take turns being the older one. */
export function createPairRate(): PairRate {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let turnedAt = Number.NEGATIVE_INFINITY
  const bursts = new Map<string, Burst>()
  const turn = (now: number): void => {
    if (now - turnedAt < pairMs) return
    old = now - turnedAt < 2 * pairMs ? young : new Map()
    young = new Map()
    turnedAt = now
    for (const [person, { free }] of bursts) if (free <= now) bursts.delete(person)
  }
  const lastOf = (person: string): number | undefined => young.get(person) ?? old.get(person)
  /** What is not waited off yet. */
  const owed = (person: string, now: number): Burst | undefined => {
    const burst = bursts.get(person)
    if (burst) return burst.free > now ? burst : undefined
    const at = lastOf(person)
    return at === undefined || at + pairMs <= now ? undefined : { from: at, count: 1, free: at + pairMs }
  }
  return {
    waitFor(person, now, isChat = false) {
      turn(now)
      const burst = owed(person, now)
      if (!burst) return 0
      if (isChat && now - burst.from < burstMs && burst.count < mostInBurst) return 0
      return burst.free - now
    },
    note(person, now) {
      turn(now)
      const burst = owed(person, now)
      if (burst) {
        bursts.set(person, { from: burst.from, count: burst.count + 1, free: burst.free + pairMs })
        return
      }
      bursts.delete(person)
      young.set(person, now)
    },
    forget(person) {
      const burst = bursts.get(person)
      if (burst && burst.count > 2) {
        burst.count -= 1
        burst.free -= pairMs
        return
      }
      if (bursts.delete(person) && burst) {
        young.set(person, burst.from)
        return
      }
      young.delete(person)
      old.delete(person)
    },
    answered(person, now) {
      turn(now)
      if (!bursts.has(person) && lastOf(person) !== undefined) young.set(person, now)
    },
    tooFast(person, now) {
      turn(now)
      const burst = owed(person, now)
      const free = Math.max(burst?.free ?? 0, now + pairMs)
      bursts.set(person, { from: Number.NEGATIVE_INFINITY, count: burst?.count ?? 1, free })
    },
  }
}
