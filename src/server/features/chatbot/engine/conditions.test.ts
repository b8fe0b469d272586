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
