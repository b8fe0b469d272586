import { describe, expect, it } from 'vitest'
import type { OfficeHours } from '#contract/office-hours.ts'
import { isWithin } from './is-open.ts'

const day = [{ from: '09:00', to: '18:00' }]
const hours = (more: Partial<OfficeHours> = {}): OfficeHours => ({
  timezone: 'Europe/Berlin',
  week: [day, day, day, day, day, [], []],
  holidays: [],
  ...more,
})
const at = (text: string) => new Date(text)

describe('office hours', () => {
  it('begin with the first minute and end before the last', () => {
    // Monday, an hour ahead of UTC.
    expect(isWithin(hours(), at('2026-11-23T07:59:59.999Z'))).toBe(false)
    expect(isWithin(hours(), at('2026-11-23T08:00:00Z'))).toBe(true)
    expect(isWithin(hours(), at('2026-11-23T16:59:59.999Z'))).toBe(true)
    expect(isWithin(hours(), at('2026-11-23T17:00:00Z'))).toBe(false)
    expect(isWithin(hours(), at('2026-11-22T10:00:00Z'))).toBe(false)
  })

  it('keep to the clock on the wall when it is changed', () => {
    const sunday = hours({ week: [[], [], [], [], [], [], [{ from: '01:30', to: '03:30' }]] })
    // In spring 02:00 becomes 03:00: an hour of the clock is missing.
    expect(isWithin(sunday, at('2026-03-29T00:29:00Z'))).toBe(false)
    expect(isWithin(sunday, at('2026-03-29T00:30:00Z'))).toBe(true)
    expect(isWithin(sunday, at('2026-03-29T01:29:00Z'))).toBe(true)
    expect(isWithin(sunday, at('2026-03-29T01:30:00Z'))).toBe(false)
    // In autumn 02:00 to 03:00 comes twice, and both are open.
    for (const [instant, open] of [
      ['2026-10-24T23:29:00Z', false],
      ['2026-10-24T23:30:00Z', true],
      ['2026-10-25T00:30:00Z', true],
      ['2026-10-25T01:30:00Z', true],
      ['2026-10-25T02:29:00Z', true],
      ['2026-10-25T02:30:00Z', false],
    ] as const)
      expect([instant, isWithin(sunday, at(instant))]).toEqual([instant, open])
    // The same hour of the day, summer and winter.
    expect(isWithin(hours(), at('2026-03-27T07:30:00Z'))).toBe(false)
    expect(isWithin(hours(), at('2026-03-30T07:30:00Z'))).toBe(true)
  })

  it('follow the day of the zone, to midnight', () => {
    const all = hours({
      timezone: 'Asia/Kolkata',
      week: [[{ from: '00:00', to: '24:00' }], [], [], [], [], [], []],
    })
    expect(isWithin(all, at('2026-11-22T18:29:00Z'))).toBe(false)
    expect(isWithin(all, at('2026-11-22T18:30:00Z'))).toBe(true)
    expect(isWithin(all, at('2026-11-23T18:29:59Z'))).toBe(true)
    expect(isWithin(all, at('2026-11-23T18:30:00Z'))).toBe(false)
  })

  it('are closed on a holiday, or as the holiday says', () => {
    const holidays = [
      { date: '2026-12-25', name: 'Christmas', spans: [] },
      { date: '2026-12-24', name: '', spans: [{ from: '09:00', to: '12:00' }] },
    ]
    expect(isWithin(hours({ holidays }), at('2026-12-25T10:00:00Z'))).toBe(false)
    expect(isWithin(hours({ holidays }), at('2026-12-24T10:00:00Z'))).toBe(true)
    expect(isWithin(hours({ holidays }), at('2026-12-24T11:00:00Z'))).toBe(false)
    expect(isWithin(hours({ holidays }), at('2026-12-23T13:00:00Z'))).toBe(true)
  })
})
