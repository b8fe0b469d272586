import { expect, it } from 'vitest'
import { isTrue } from './conditions.ts'
import type { Context } from './session.ts'

const contains = (said: string, value: string): boolean =>
  isTrue({ of: 'variable', variable: 'said', is: 'contains', value }, { said }, {} as Context)

it.each([
  ['Great 🎉', '🎉', true],
  ['👍', '🎉', false],
  ['50 %', '%', true],
  ['我要退款', '退款', true],
  ['อยากคืนเงิน', 'คืนเงิน', true],
  ['I want a refund', 'refund', true],
  ['Shipping, please', 'hi', false],
  ['Shipping', '', false],
])('finds in %j the words %j: %s', (said, value, expected) => {
  expect(contains(said, value)).toBe(expected)
})

it.each([
  ['2026-03-07T00:00:00Z', 0, 0, true],
  ['2026-03-07T23:59:00Z', 0, 0, true],
  ['2026-03-09T12:00:00Z', 0, 0, false],
  ['2026-03-07T23:59:00Z', 1080, 0, true],
  ['2026-03-07T12:00:00Z', 1080, 0, false],
  ['2026-03-09T01:00:00Z', 1320, 120, true],
])('is at the weekend at %s from minute %i to %i: %s', (now, from, to, expected) => {
  expect(
    isTrue({ of: 'time', from, to, days: [6, 7], zone: 'UTC' }, {}, { now: new Date(now) } as Context),
  ).toBe(expected)
})
