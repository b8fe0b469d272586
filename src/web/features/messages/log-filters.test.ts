import { describe, expect, it } from 'vitest'
import { rangeOf, readCodes } from './log-filters.ts'

describe('days of the logs', () => {
  // 09:09 on Friday in Kolkata, still Thursday evening in New York.
  const now = new Date('2026-11-20T03:39:00Z')
  it('begin at midnight of the business’s zone', () => {
    expect(rangeOf('today', 'Asia/Kolkata', now)).toEqual({ from: '2026-11-20T00:00:00+05:30' })
    expect(rangeOf('today', 'America/New_York', now)).toEqual({ from: '2026-11-19T00:00:00-05:00' })
    expect(rangeOf('yesterday', 'Asia/Kolkata', now)).toEqual({
      from: '2026-11-19T00:00:00+05:30',
      to: '2026-11-20T00:00:00+05:30',
    })
    expect(rangeOf('week', 'Asia/Kolkata', now).from).toBe('2026-11-14T00:00:00+05:30')
    expect(rangeOf('', 'Asia/Kolkata', now)).toEqual({})
  })
  it('keep the offset of their own day over a change of the clock', () => {
    const november = new Date('2026-11-02T15:00:00Z')
    expect(rangeOf('week', 'America/New_York', november).from).toBe('2026-10-27T00:00:00-04:00')
  })
})

describe('the cause in the address', () => {
  it('is one number, several, or none', () => {
    expect(readCodes('131026')).toEqual([131026])
    expect(readCodes('131026,131030,none')).toEqual([131026, 131030, 'none'])
    expect(readCodes('')).toBeUndefined()
    expect(readCodes('x,-1')).toBeUndefined()
  })
})
