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
