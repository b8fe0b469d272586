import { expect, it } from 'vitest'
import { byCostPerReply, bySureRead, costPerReply } from './ranks.ts'

const template = (amount: number | null, replied: number, delivered: number) => ({
  cost: amount === null ? null : { amount, currency: 'INR' },
  replied,
  delivered,
})

it('ranks templates by what a reply surely cost, and those of which nothing is known last', () => {
  const one = template(1, 1, 1)
  const many = template(65, 65, 1000)
  const dear = template(650, 65, 1000)
  const [none, unknown] = [template(5, 0, 10), template(null, 5, 10)]
  expect([unknown, dear, one, none, many].sort(byCostPerReply)).toEqual([many, one, dear, unknown, none])
  const range = costPerReply(many)!
  expect(range.each).toBe(1)
  expect(range.low).toBeCloseTo(0.7926, 3)
  expect(range.high).toBeCloseTo(1.2665, 3)
  expect([costPerReply(none), costPerReply(unknown)]).toEqual([null, null])
})

it('ranks hours by the share that is surely read', () => {
  const [few, many, none] = [
    { read: 30, delivered: 30 },
    { read: 1900, delivered: 2000 },
    { read: 0, delivered: 0 },
  ]
  expect([none, few, many].sort(bySureRead)).toEqual([many, few, none])
})
