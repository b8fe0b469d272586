import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPacer, createUnderWay } from './pacing.ts'

/** Takes as many turns as it gets from `from` to `until`, looking at the times that `steps` gives. */
function takeAll(
  pacer: ReturnType<typeof createPacer>,
  from: number,
  until: number,
  step: () => number,
): number[] {
  const turns: number[] = []
  for (let now = from; now < until; now += step()) {
    while (pacer.take(now) === 0) turns.push(now)
  }
  return turns
}

/** The most turns in any second, wherever it begins. */
function fullestSecond(turns: readonly number[]): number {
  let most = 0
  for (let first = 0, last = 0; last < turns.length; last++) {
    while (turns[last]! - turns[first]! >= 1000) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 7919
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** Times at which something stands still, as [from, until]. */
function standstills(random: () => number, longest: number, apart: number): [number, number][] {
  const found: [number, number][] = []
  for (let at = 2000 + random() * 1000; at < 60_000; at += 600 + random() * apart) {
    const until = at + 20 + random() ** 2 * longest
    found.push([at, until])
    at = until
  }
  return found
}

/** @returns when a provider counted what was sent in a minute; it and this process stand still at times. */
function sendThroughNoise(limit: number, seed: number): number[] {
  const random = randomFrom(seed)
  const pacer = createPacer(limit)
  const underWay = createUnderWay()
  const ofProvider = standstills(random, seed % 2 ? 500 : 2500, seed % 2 ? 3000 : 9000)
  const ofProcess = standstills(random, 200, 2000)
  const standing = (all: [number, number][], at: number) =>
    all.find(([from, until]) => at >= from && at < until)
  const counted: number[] = []
  let answers: { turn: number; sentAt: number; at: number }[] = []
  for (let now = 0; now < 60_000; now++) {
    if (standing(ofProcess, now)) continue
    for (const { turn, sentAt } of answers.filter(({ at }) => at <= now)) {
      underWay.answered(now - sentAt)
      pacer.answered(turn, sentAt, now)
    }
    answers = answers.filter(({ at }) => at > now)
    while (answers.length < underWay.limit(pacer.rate(now)) && pacer.take(now) === 0) {
      const at = standing(ofProvider, now + 2)?.[1] ?? now + 2
      counted.push(at)
      const answerAt = at + 5 + random() * 55 + (random() < 0.01 ? 500 + random() * 2500 : 0)
      answers.push({
        turn: pacer.lastTurn(),
        sentAt: now,
        at: standing(ofProvider, answerAt)?.[1] ?? answerAt,
      })
    }
  }
  return counted
}

describe('the pacer', () => {
  it.each([20, 80, 1000])('gives nearly all of %i a second, and never more in any second', (limit) => {
    const turns = takeAll(createPacer(limit), 0, 20_000, () => 1)
    expect(fullestSecond(turns)).toBeLessThanOrEqual(limit)
    // The first burst aside, the rate over the rest is the limit's.
    const rate = turns.filter((at) => at >= 1000).length / 19
    expect(rate / limit).toBeGreaterThan(0.97)
    expect(rate / limit).toBeLessThanOrEqual(1)
  })

  it('keeps the limit whatever the event loop does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.array(fc.integer({ min: 1, max: 2500 }), { minLength: 5, maxLength: 60 }),
        (limit, steps) => {
          let at = 0
          const turns = takeAll(createPacer(limit), 0, 60_000, () => steps[at++ % steps.length]!)
          expect(fullestSecond(turns)).toBeLessThanOrEqual(limit)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('catches up only a little after a hold-up, so that no burst leaves', () => {
    const pacer = createPacer(100)
    takeAll(pacer, 0, 2000, () => 1)
    const afterHoldUp = takeAll(pacer, 5000, 5001, () => 1)
    expect(afterHoldUp.length).toBeLessThanOrEqual(7)
  })

  it('takes the second before a take-over for full', () => {
    const pacer = createPacer(80)
    pacer.assumeFull(10_000)
    const turns = takeAll(pacer, 10_000, 12_000, () => 1)
    expect(turns[0]).toBeGreaterThanOrEqual(11_000)
    expect(fullestSecond([...Array<number>(80).fill(9_999), ...turns])).toBeLessThanOrEqual(80)
  })

  it('says when another may begin anew', () => {
    const pacer = createPacer(80)
    expect(pacer.restMs(0)).toBe(0)
    const turns = takeAll(pacer, 0, 500, () => 1)
    const begin = 500 + pacer.restMs(500)
    const others = takeAll(createPacer(80), begin, begin + 1000, () => 1)
    expect(fullestSecond([...turns, ...others])).toBeLessThanOrEqual(80)
    expect(begin - turns.at(-1)!).toBeLessThan(1_050)
    expect(createPacer(null).restMs(0)).toBe(0)
  })

  it('keeps the provider’s seconds too when the provider stands still for a while', () => {
    for (const limit of [20, 80, 500]) {
      const pacer = createPacer(limit)
      const counted: number[] = []
      const answers: { turn: number; sentAt: number; at: number }[] = []
      const stalls = (at: number) =>
        at > 3_000 && at < 3_600 ? 3_600 : at > 6_100 && at < 6_400 ? 6_400 : at
      for (let now = 0; now < 12_000; now++) {
        for (const answer of answers.splice(
          0,
          answers.findIndex(({ at }) => at > now) + 1 || answers.length,
        )) {
          if (answer.at > now) answers.unshift(answer)
          else pacer.answered(answer.turn, answer.sentAt, now)
        }
        while (pacer.take(now) === 0) {
          const at = stalls(now + 2)
          counted.push(at)
          answers.push({ turn: pacer.lastTurn(), sentAt: now, at: at + 2 })
        }
      }
      expect(fullestSecond(counted), String(limit)).toBeLessThanOrEqual(limit)
      expect(counted.length / 12 / limit).toBeGreaterThan(0.9)
    }
  })

  it.each([20, 80, 1000])(
    'keeps the provider’s seconds of %i where the first answers are slow, as in a new process',
    (limit) => {
      for (const warmMs of [20, 60, 150, 400]) {
        const pacer = createPacer(limit)
        pacer.assumeFull(0)
        const counted: number[] = []
        let answers: { turn: number; sentAt: number; at: number }[] = []
        let warmAt = Number.POSITIVE_INFINITY
        for (let now = 0; now < 8_000; now++) {
          for (const { turn, sentAt } of answers.filter(({ at }) => at <= now))
            pacer.answered(turn, sentAt, now)
          answers = answers.filter(({ at }) => at > now)
          while (pacer.take(now) === 0) {
            warmAt = Math.min(warmAt, now + warmMs)
            const at = Math.max(now + 2, warmAt)
            counted.push(at)
            answers.push({ turn: pacer.lastTurn(), sentAt: now, at: at + 3 })
          }
        }
        expect(fullestSecond(counted), `${warmMs} ms`).toBeLessThanOrEqual(limit)
        expect(counted.length / 6.8 / limit).toBeGreaterThan(0.9)
      }
    },
  )

  it.each([20, 80, 1000])(
    'keeps the provider’s seconds of %i through noise, standstills, and lost time',
    (limit) => {
      for (let seed = 1; seed <= 4; seed++) {
        const counted = sendThroughNoise(limit, seed)
        expect(fullestSecond(counted), `seed ${seed}`).toBeLessThanOrEqual(limit)
      }
    },
  )

  it.each([80, 1000])(
    'gives nearly all of %i a second where answers take now shorter, now longer',
    (limit) => {
      const random = randomFrom(7)
      const pacer = createPacer(limit)
      const due = new Map<number, { turn: number; sentAt: number }[]>()
      let turns = 0
      for (let now = 0; now < 30_000; now++) {
        for (const { turn, sentAt } of due.get(now) ?? []) pacer.answered(turn, sentAt, now)
        while (pacer.take(now) === 0) {
          if (now >= 10_000) turns++
          const at = now + Math.round(random() < 0.9 ? 150 + random() * 30 : 400 + random() * 100)
          due.set(at, [...(due.get(at) ?? []), { turn: pacer.lastTurn(), sentAt: now }])
        }
      }
      expect(turns / 20 / limit).toBeGreaterThan(0.95)
    },
  )

  it('is as fast as before soon after answers take longer for good', () => {
    const pacer = createPacer(80)
    const answers: { turn: number; sentAt: number; at: number }[] = []
    const turns: number[] = []
    for (let now = 0; now < 40_000; now++) {
      while (answers[0] && answers[0].at <= now) {
        const { turn, sentAt } = answers.shift()!
        pacer.answered(turn, sentAt, now)
      }
      while (pacer.take(now) === 0) {
        turns.push(now)
        answers.push({ turn: pacer.lastTurn(), sentAt: now, at: now + (now < 10_000 ? 50 : 800) })
      }
    }
    expect(turns.filter((at) => at >= 25_000).length / 15).toBeGreaterThan(75)
  })

  it('waits while nothing is answered, and goes on with the first answer', () => {
    const pacer = createPacer(80)
    const sent = takeAll(pacer, 0, 100, () => 1)
    pacer.answered(1, 0, 100)
    expect(takeAll(pacer, 100, 10_000, () => 1).length + sent.length).toBe(81)
    pacer.answered(81, 1_100, 10_000)
    const after = takeAll(pacer, 10_000, 12_000, () => 1)
    expect(after[0]).toBeGreaterThanOrEqual(10_900)
    expect(after.length).toBeGreaterThan(60)
  })

  it('goes slower when the provider says so, and is as fast as before after a while', () => {
    const pacer = createPacer(100)
    takeAll(pacer, 0, 1000, () => 1)
    for (let times = 0; times < 4; times++) pacer.slow(1000)
    const slow = takeAll(pacer, 1000, 3000, () => 1).length / 2
    expect(slow).toBeLessThan(70)
    const later = takeAll(pacer, 30_000, 32_000, () => 1).length / 2
    expect(later).toBeGreaterThan(95)
  })

  it('keeps the lower limit from the moment it is lowered', () => {
    const pacer = createPacer(100)
    const before = takeAll(pacer, 0, 1000, () => 1)
    pacer.setLimit(20, 1000)
    const after = takeAll(pacer, 1000, 4000, () => 1)
    expect(fullestSecond(after)).toBeLessThanOrEqual(20)
    expect(after[0]).toBeGreaterThanOrEqual(before.at(-20)! + 1000)
  })

  it('has no limit where the number has none', () => {
    const pacer = createPacer(null)
    expect(Array.from({ length: 10_000 }, () => pacer.take(1)).every((wait) => wait === 0)).toBe(true)
  })
})

describe('requests under way', () => {
  it('are as many as latency times rate needs, with some in reserve', () => {
    const underWay = createUnderWay()
    for (let answers = 0; answers < 200; answers++) underWay.answered(250)
    expect(underWay.limit(80)).toBeGreaterThanOrEqual(20)
    expect(underWay.limit(80)).toBeLessThanOrEqual(60)
    expect(underWay.limit(1000)).toBeGreaterThanOrEqual(250)
  })

  it('without a rate become more while answers are quick, and fewer when they queue', () => {
    const quick = createUnderWay()
    const atFirst = quick.limit(null)
    for (let answers = 0; answers < 20_000; answers++) quick.answered(10)
    expect(quick.limit(null)).toBeGreaterThan(atFirst + 30)
    const queueing = createUnderWay()
    queueing.answered(1)
    for (let answers = 0; answers < 20_000; answers++) queueing.answered(100)
    expect(queueing.limit(null)).toBeLessThan(atFirst - 20)
  })
})
