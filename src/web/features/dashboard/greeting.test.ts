import { describe, expect, it } from 'vitest'
import { firstName, greetingAt } from './greeting.ts'

describe('the greeting', () => {
  it('changes at noon and at five', () => {
    expect([0, 11, 12, 16, 17, 23].map(greetingAt)).toEqual([
      'Good Morning',
      'Good Morning',
      'Good Afternoon',
      'Good Afternoon',
      'Good Evening',
      'Good Evening',
    ])
  })
  it('calls people by their first name', () => {
    expect(firstName(' Asha  Kulkarni')).toBe('Asha')
    expect(firstName('')).toBe('guest')
    expect(firstName(undefined)).toBe('guest')
  })
})
