import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { addDays, dayAt, occurrencesBetween } from './occurrences.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const timesOf = (localTime: string, timezone: string, from: string, to: string) =>
  occurrencesBetween({ weekdays: everyDay, localTime, timezone, until: null }, from, to).map(({ at }) =>
    at.toISOString(),
  )

describe('a series over a change of the clocks', () => {
  it('keeps its time of day', () => {
    expect(timesOf('09:00', 'Europe/Berlin', '2026-10-24', '2026-10-26')).toEqual([
      '2026-10-24T07:00:00.000Z',
      '2026-10-25T08:00:00.000Z',
      '2026-10-26T08:00:00.000Z',
    ])
  })

  it('goes out when the clock has moved on where its time is skipped', () => {
    expect(timesOf('02:30', 'Europe/Berlin', '2027-03-28', '2027-03-28')).toEqual([
      // 03:30 there.
      '2027-03-28T01:30:00.000Z',
    ])
    // Midnight itself is skipped in Chile.
    expect(timesOf('00:10', 'America/Santiago', '2026-09-06', '2026-09-06')).toEqual([
      '2026-09-06T04:10:00.000Z',
    ])
  })

  it('goes out once, the first time, where its time comes twice', () => {
    expect(timesOf('02:30', 'Europe/Berlin', '2026-10-25', '2026-10-25')).toEqual([
      '2026-10-25T00:30:00.000Z',
    ])
    expect(timesOf('01:45', 'Australia/Lord_Howe', '2027-04-04', '2027-04-04')).toHaveLength(1)
  })

  it('has one occurrence for each chosen day, in order, at its time or later that day, anywhere', () => {
    const zones = [
      'Europe/Berlin',
      'America/Santiago',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'Africa/Casablanca',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        (timezone, hour, minute, start, weekdays) => {
          const localTime = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
          const from = addDays('2025-01-01', start)
          const to = addDays(from, 70)
          const rule = { weekdays, localTime, timezone, until: null }
          const found = occurrencesBetween(rule, from, to)
          const days = Array.from({ length: 71 }, (_, day) => addDays(from, day)).filter((day) =>
            weekdays.includes(Temporal.PlainDate.from(day).dayOfWeek),
          )
          expect(found.map(({ day }) => day)).toEqual(days)
          for (const [index, { day, at }] of found.entries()) {
            expect(dayAt(at, timezone)).toBe(day)
            const there = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO(timezone).toPlainTime()
            expect(Temporal.PlainTime.compare(there, localTime)).toBeGreaterThanOrEqual(0)
            expect(at.getTime()).toBeGreaterThan(found[index - 1]?.at.getTime() ?? 0)
          }
          // Two halves make the whole: nothing is lost or doubled where the job stops and goes on.
          const middle = addDays(from, 30)
          expect([
            ...occurrencesBetween(rule, from, middle),
            ...occurrencesBetween(rule, addDays(middle, 1), to),
          ]).toEqual(found)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('ends with its last day', () => {
    const rule = { weekdays: everyDay, localTime: '09:00', timezone: 'UTC', until: '2026-12-03' }
    expect(occurrencesBetween(rule, '2026-12-01', '2026-12-31')).toHaveLength(3)
  })
})
