import { expect, it } from 'vitest'
import { spanCost } from './tiers.ts'

const tiers = [
  { above: 0, price: 10 },
  { above: 100, price: 7 },
  { above: 1_000, price: 5 },
]

it.each([
  { name: 'within the first tier', before: 0, count: 100, cost: 1_000 },
  { name: 'across a border', before: 90, count: 20, cost: 10 * 10 + 10 * 7 },
  { name: 'across two borders', before: 0, count: 1_010, cost: 100 * 10 + 900 * 7 + 10 * 5 },
  { name: 'within the last tier', before: 5_000, count: 3, cost: 15 },
  { name: 'for nobody', before: 50, count: 0, cost: 0 },
])('prices each message by its place in the month: $name', ({ before, count, cost }) => {
  expect(spanCost(tiers, before, count)).toBe(cost)
})
