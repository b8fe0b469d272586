import { type Business, type Phone, peopleADay, throughputOf } from './accounts.ts'
import type { Settings } from './settings.ts'

const pairMs = 6_000
const pairBurst = 45
const dayMs = 86_400_000
const slots = 10
const keptSeconds = 3_600

/** What one number did in one second of the clock. */
type Second = {
  second: number
  requests: number
  accepted: number
  throttled: number
  inbound: number
}

type Meter = {
  /** Counts of the ten tenths of the moving second, and which tenth each belongs to. */
  tenths: Int32Array
  stamps: Float64Array
  pairs: Map<string, { free: number; burstFrom: number; burst: number }>
  windows: Map<string, number>
  seconds: Map<number, Second>
  /** The most accepted and received in any moving second, measured on tenths. */
  highest: number
}

/** The limits that Cloud API keeps: a number's throughput, the pair rate, a business's people in 24 hours. */
export type Limits = {
  /** False when the number's throughput is used up for now. */
  throughput: (phone: Phone, now: number) => boolean
  /** Counts one message of this number, in or out. */
  count: (phone: Phone, now: number, inbound?: boolean) => void
  pair: (phone: Phone, to: string, now: number) => boolean
  /** Counts this person for the business's 24 hours; false when the tier is used up. */
  people: (business: Business, to: string, now: number) => boolean
  peopleUsed: (business: Business, now: number) => number
  /** The person wrote: free-form messages are allowed for 24 hours. */
  openWindow: (phone: Phone, from: string, now: number) => void
  windowOpen: (phone: Phone, to: string, now: number) => boolean
  seconds: (phoneId: string) => Second[]
  highest: (phoneId: string) => number
  request: (phone: Phone, now: number) => void
  clear: () => void
}

export function createLimits(settings: () => Settings): Limits {
  const meters = new Map<string, Meter>()
  const reached = new Map<string, Map<string, number>>()

  const meterOf = (phone: Phone): Meter => {
    let meter = meters.get(phone.id)
    if (!meter) {
      meter = {
        tenths: new Int32Array(slots),
        stamps: new Float64Array(slots),
        pairs: new Map(),
        windows: new Map(),
        seconds: new Map(),
        highest: 0,
      }
      meters.set(phone.id, meter)
    }
    return meter
  }
  const secondOf = (meter: Meter, now: number): Second => {
    const second = Math.floor(now / 1000)
    let row = meter.seconds.get(second)
    if (!row) {
      row = { second, requests: 0, accepted: 0, throttled: 0, inbound: 0 }
      meter.seconds.set(second, row)
      if (meter.seconds.size > keptSeconds) dropOldest(meter.seconds)
    }
    return row
  }
  const today = (business: Business, now: number): Map<string, number> => {
    let people = reached.get(business.id)
    if (!people) {
      people = new Map()
      reached.set(business.id, people)
    }
    for (const [person, at] of people) {
      if (at > now - dayMs) break
      people.delete(person)
    }
    return people
  }

  return {
    request: (phone, now) => {
      secondOf(meterOf(phone), now).requests++
    },
    throughput: (phone, now) => {
      const { throughput, throughputTolerance } = settings()
      if (throughput === 'unlimited') return true
      const meter = meterOf(phone)
      const rate = (throughput === 'number' ? throughputOf(phone) : throughput) * (1 + throughputTolerance)
      if (inMovingSecond(meter, now) + 1 <= rate) return true
      secondOf(meter, now).throttled++
      return false
    },
    count: (phone, now, inbound = false) => {
      const meter = meterOf(phone)
      const tenth = Math.floor(now / 100)
      const slot = tenth % slots
      if (meter.stamps[slot] !== tenth) {
        meter.stamps[slot] = tenth
        meter.tenths[slot] = 0
      }
      meter.tenths[slot]!++
      meter.highest = Math.max(meter.highest, inMovingSecond(meter, now))
      const row = secondOf(meter, now)
      if (inbound) row.inbound++
      else row.accepted++
    },
    pair: (phone, to, now) => {
      if (!settings().pairRate) return true
      const { pairs } = meterOf(phone)
      const pair = pairs.get(to)
      forgetSettled(pairs, now)
      if (!pair || pair.free <= now) {
        pairs.delete(to)
        pairs.set(to, { free: now + pairMs, burstFrom: now, burst: 1 })
        return true
      }
      // A burst within six seconds borrows from the time after it.
      if (now - pair.burstFrom >= pairMs || pair.burst >= pairBurst) return false
      pair.burst++
      pair.free += pairMs
      pairs.delete(to)
      pairs.set(to, pair)
      return true
    },
    people: (business, to, now) => {
      const people = today(business, now)
      if (people.has(to)) return true
      if (settings().tiers && people.size >= peopleADay(business.tier)) return false
      // Without a limit there is nothing to count, and a campaign of a million should not fill memory.
      if (business.tier !== 'TIER_UNLIMITED') people.set(to, now)
      return true
    },
    peopleUsed: (business, now) => today(business, now).size,
    openWindow: (phone, from, now) => {
      meterOf(phone).windows.set(from, now + dayMs)
    },
    windowOpen: (phone, to, now) => (meterOf(phone).windows.get(to) ?? 0) > now,
    seconds: (phoneId) => [...(meters.get(phoneId)?.seconds.values() ?? [])],
    highest: (phoneId) => meters.get(phoneId)?.highest ?? 0,
    clear: () => {
      meters.clear()
      reached.clear()
    },
  }
}

/** Messages in the second that ends now, measured on tenths. */
function inMovingSecond(meter: Meter, now: number): number {
  const tenth = Math.floor(now / 100)
  let count = 0
  for (let index = 0; index < slots; index++) {
    if (tenth - meter.stamps[index]! < slots) count += meter.tenths[index]!
  }
  return count
}

function dropOldest(seconds: Map<number, Second>) {
  for (const key of seconds.keys()) {
    seconds.delete(key)
    return
  }
}

/** Pairs are kept in the order of their last message, so the settled ones come first. */
function forgetSettled(pairs: Meter['pairs'], now: number) {
  let looked = 0
  for (const [to, pair] of pairs) {
    if (pair.free > now || ++looked > 2) return
    pairs.delete(to)
  }
}
