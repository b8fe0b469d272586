import { afterEach, expect, it, vi } from 'vitest'
import { firstMoment, snoozeTime } from './snooze-times.ts'

afterEach(() => vi.useRealTimers())

it.each([
  ['28 March, 23:30', '2026-03-28T22:30:00Z', '2026-03-29', '+02:00'],
  ['25 October, 00:15', '2026-10-24T22:15:00Z', '2026-10-26', '+01:00'],
])('tomorrow is the next day of the calendar where the clock changes: %s', (_when, now, date, offset) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  expect(snoozeTime('tomorrow', 'Europe/Madrid')).toBe(`${date}T09:00:00${offset}`)
  expect(firstMoment(null, 'Europe/Madrid')).toEqual({ date, time: '09:00' })
})
