import { expect, it } from 'vitest'
import { rateBetween } from './exchange-rate.ts'

it('takes the rate that was entered, in either direction, and none where there is none', () => {
  const entered = { from: 'USD', to: 'INR', rate: 80, day: '2026-11-01' }
  expect(rateBetween([entered], 'USD', 'INR')).toEqual({ rate: 80, entered })
  expect(rateBetween([entered], 'INR', 'USD')).toEqual({ rate: 1 / 80, entered })
  expect(rateBetween([entered], 'USD', 'USD')).toEqual({ rate: 1, entered: null })
  expect(rateBetween([entered], 'EUR', 'INR')).toBeNull()
})
