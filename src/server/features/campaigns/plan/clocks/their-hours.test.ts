import { expect, it } from 'vitest'
import { hoursOf } from './their-hours.ts'

const nine = Date.UTC(2026, 11, 1, 9)
const group = (count: number, more: object = {}) => ({
  at: nine,
  offsetMinutes: 0,
  quiet: null,
  count,
  ...more,
})
const night = { quiet: { from: '21:00', to: '08:00' } }
const hour = 3_600_000

it('counts people of each zone in the hour that their clock shows', () => {
  const { hours } = hoursOf(
    [group(10), group(3, { offsetMinutes: 330 }), group(2, { offsetMinutes: -480 })],
    null,
  )
  expect(hours).toEqual([
    { hour: 1, count: 2 },
    { hour: 9, count: 10 },
    { hour: 14, count: 3 },
  ])
})

it('spreads a slow campaign over its hours', () => {
  // One a second: 3,600 an hour.
  const { hours, end } = hoursOf([group(9_000)], 1)
  expect(hours).toEqual([
    { hour: 9, count: 3_600 },
    { hour: 10, count: 3_600 },
    { hour: 11, count: 1_800 },
  ])
  expect(end).toBe(nine + 2.5 * hour)
})

it('holds in quiet hours whoever is left when they begin, and goes on at their end', () => {
  const at = Date.UTC(2026, 11, 1, 20)
  const { hours, held, end } = hoursOf([group(5_000, { at, ...night })], 1)
  expect(hours).toEqual([
    { hour: 8, count: 1_400 },
    { hour: 20, count: 3_600 },
  ])
  expect([held, end]).toEqual([1_400, Date.UTC(2026, 11, 2, 8) + 1_400_000])
})

it('does not count as held who starts at the end of the quiet hours', () => {
  const at = Date.UTC(2026, 11, 2, 8)
  expect(hoursOf([group(5, { at, ...night })], 1)).toMatchObject({ hours: [{ hour: 8, count: 5 }], held: 0 })
})

it('does not end before the last of them may get it', () => {
  const at = nine + 10 * 60_000
  expect(hoursOf([group(1), group(1, { at })], 80).end).toBeGreaterThan(at)
})

it('rounds shares so that everybody is counted once', () => {
  const thirds = [0, 60, 120].map((offsetMinutes) => group(10 / 3, { offsetMinutes }))
  const { hours } = hoursOf(thirds, null)
  expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(10)
})
