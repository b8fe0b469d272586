import { expect, it } from 'vitest'
import { smallestUnits } from './money.ts'

it.each([
  ['499.90', 'INR', 49990],
  [499.9, 'INR', 49990],
  ['0.29', 'EUR', 29],
  [0.29, 'EUR', 29],
  ['1200', 'JPY', 1200],
  ['1200.5', 'JPY', null],
  ['1.234', 'KWD', 1234],
  ['1.234', 'INR', null],
  ['1.2300', 'INR', 123],
  ['-20', 'USD', -2000],
  ['-0', 'USD', 0],
  ['1e5', 'USD', null],
  ['', 'USD', null],
])('%s %s are %s of its smallest units', (value, currency, units) => {
  expect(smallestUnits(value, currency)).toBe(units)
})
