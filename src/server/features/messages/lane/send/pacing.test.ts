import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fullestSecond, leave, takeAll } from './pacing.fixture.ts'
import { createPacer } from './pacing.ts'

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

  it('waits while nothing is answered, and goes on with the first answer', () => {
    const pacer = createPacer(80)
    const first = leave(pacer, 0)!
    const sent = takeAll(pacer, 0, 100, () => 1)
    pacer.answered(first, 100)
    expect(1 + takeAll(pacer, 100, 10_000, () => 1).length + sent.length).toBe(81)
    pacer.answered(pacer.lastTurn(), 10_000)
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
