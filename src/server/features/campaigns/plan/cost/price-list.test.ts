import { expect, it } from 'vitest'
import { priceOf } from './price-list.ts'

it('knows the market of a number by its calling code, the longest first', () => {
  expect(priceOf('+9198').marketing).toBe(0.0118)
  expect(priceOf('+9715').marketing).toBe(0.0499)
  expect(priceOf('+9725').marketing).toBe(0.0353)
  expect(priceOf('+4915').marketing).toBe(0.1365)
  expect(priceOf('+1212').marketing).toBe(0.025)
  expect(priceOf('+1876').marketing).toBe(0.074)
  expect(priceOf('+2348').utility).toBe(0.0067)
  expect(priceOf('+2126').utility).toBe(0.004)
})

it('prices what it does not know as other countries', () => {
  expect(priceOf('+9995')).toEqual({ marketing: 0.0604, utility: 0.0077, authentication: 0.0077 })
  expect(priceOf('')).toEqual(priceOf('+9995'))
})
