import type { Seeded } from './seeded.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
/** India is so far ahead of UTC. */
const zoneMs = 5.5 * hourMs
/** Days of a month of work. */
export const monthDays = 30

/**
 * The days on which something happens, months back, in order and before now: spread over each month, on all days of the
 * week, each at an hour of its own between nine in the morning and eight in the evening.
 */
export function workingDays(seeded: Seeded, months: number, each: number, now: number): Date[] {
  // The last one is yesterday.
  const last = Math.floor((now + zoneMs) / dayMs) - 1
  const step = monthDays / each
  return Array.from({ length: months * each }, (_, index) => {
    const before = (months * each - 1 - index) * step
    const day =
      last - Math.floor(before) - (index < months * each - 1 ? seeded.below(Math.max(1, step - 1)) : 0)
    const time = 9 * hourMs + seeded.below(11) * hourMs + seeded.below(50) * 60_000
    return new Date(day * dayMs - zoneMs + time)
  }).sort((a, b) => a.getTime() - b.getTime())
}
