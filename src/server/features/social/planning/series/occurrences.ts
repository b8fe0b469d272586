import { Temporal } from 'temporal-polyfill'

/** When a series goes out, by the clock of a place. Days are ISO dates. */
export type Rule = { weekdays: readonly number[]; localTime: string; timezone: string; until: string | null }

export type Occurrence = { day: string; at: Date }

/** The day that an instant is in, by the clock of a place. */
export const dayAt = (at: Date, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone).toPlainDate().toString()

export const addDays = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/**
 * The occurrences of the days `from` to `to`, both included: one a day at most. A time that the clock skips goes out
 * when the clock has moved on (02:30 becomes 03:30); of a time that comes twice, the first counts.
 */
export function occurrencesBetween(rule: Rule, from: string, to: string): Occurrence[] {
  const last = rule.until !== null && rule.until < to ? rule.until : to
  const time = Temporal.PlainTime.from(rule.localTime)
  const found: Occurrence[] = []
  for (
    let day = Temporal.PlainDate.from(from);
    Temporal.PlainDate.compare(day, last) <= 0;
    day = day.add({ days: 1 })
  ) {
    if (!rule.weekdays.includes(day.dayOfWeek)) continue
    const zoned = day.toPlainDateTime(time).toZonedDateTime(rule.timezone, { disambiguation: 'compatible' })
    found.push({ day: day.toString(), at: new Date(zoned.epochMilliseconds) })
  }
  return found
}
