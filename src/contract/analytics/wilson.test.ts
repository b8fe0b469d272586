import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wilson } from './wilson.ts'

it('ranks 700 of 1,000 above 3 of 4', () => {
  expect(wilson(700, 1000)!.low).toBeCloseTo(0.671, 3)
  expect(wilson(3, 4)!.low).toBeCloseTo(0.301, 3)
  expect(wilson(700, 1000)!.low).toBeGreaterThan(wilson(3, 4)!.low)
  expect(wilson(0, 0)).toBeNull()
})

it('holds the share itself, inside of 0 and 1', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (all, part) => {
        const hits = Math.round(all * part)
        const { low, high } = wilson(hits, all)!
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(hits / all + 1e-9)
        expect(high).toBeGreaterThanOrEqual(hits / all - 1e-9)
      },
    ),
  )
})
