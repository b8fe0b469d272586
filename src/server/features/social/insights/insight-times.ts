const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** So long after it was posted: soon and often at first, then daily to 30 days, then weekly to 90. */
const steps = [
  10 * minuteMs,
  hourMs,
  6 * hourMs,
  ...Array.from({ length: 30 }, (_, day) => (day + 1) * dayMs),
  ...[37, 44, 51, 58, 65, 72, 79, 86, 90].map((day) => day * dayMs),
]
/** A story is gone after 24 hours, and its figures with it. */
const storySteps = [10 * minuteMs, hourMs, 6 * hourMs, 12 * hourMs, 23 * hourMs]

/** Posts that are older are not asked for any more. */
export const longestDays = 90

/** When a post's figures are fetched next; null: never again. */
export function nextInsightsAt(postedAt: Date, now: Date, format: string): Date | null {
  const age = now.getTime() - postedAt.getTime()
  const next = (format === 'story' ? storySteps : steps).find((step) => step > age)
  return next === undefined ? null : new Date(postedAt.getTime() + next)
}

/** The account's own figures, once a day. */
export const nextAccountAt = (now: Date): Date => new Date(now.getTime() + dayMs)

/** After a network did not answer: 5 min, 10 min, … at most 6 h. */
export function retryInsightsAt(now: Date, failures: number, retryAfterSeconds = 0): Date {
  const wait = Math.min(5 * minuteMs * 2 ** Math.min(failures, 10), 6 * hourMs)
  return new Date(now.getTime() + Math.max(wait, retryAfterSeconds * 1000))
}
