import { describe, expect, it } from 'vitest'
import { firstName, greetingAt } from './greeting.ts'

describe('the greeting', () => {
  it('changes at noon and at five', () => {
    const at = (hour: number) => greetingAt(new Date(Date.UTC(2026, 10, 22, hour, 0)), 'UTC')
    expect([0, 11, 12, 16, 17, 23].map(at)).toEqual([
      'Good Morning',
      'Good Morning',
      'Good Afternoon',
      'Good Afternoon',
      'Good Evening',
      'Good Evening',
    ])
  })
  it('goes by the zone of the business', () => {
    expect(greetingAt(new Date('2026-11-22T07:00:00Z'), 'Asia/Kolkata')).toBe('Good Afternoon')
  })
  it('calls people by their first name', () => {
    expect(firstName(' Asha  Kulkarni')).toBe('Asha')
    expect(firstName('')).toBe('guest')
    expect(firstName(undefined)).toBe('guest')
  })
})
