const hourMs = 3_600_000
/** Each access is looked at once a day, at a time of its own, so that not all are at once. */
const dailyMs = 24 * hourMs
/** After failures that may pass: 5 min, 10 min, … at most 6 h. */
const firstRetryMs = 5 * 60_000
const longestRetryMs = 6 * hourMs

export const nextCareAt = (now: Date): Date => new Date(now.getTime() + dailyMs - Math.random() * hourMs)

export function retryCareAt(now: Date, failures: number, retryAfterSeconds = 0): Date {
  const wait = Math.min(firstRetryMs * 2 ** Math.min(failures, 10), longestRetryMs)
  return new Date(now.getTime() + Math.max(wait, retryAfterSeconds * 1000))
}
