import { Temporal } from 'temporal-polyfill'
import type { OfficeHours } from '#contract/office-hours.ts'

/**
 * Whether somebody answers at that moment: the clock on the wall of the zone is compared, so a day with a change of the
 * clock begins and ends at the written times.
 */
export function isWithin({ timezone, week, holidays }: OfficeHours, at: Date): boolean {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  const date = local.toPlainDate().toString()
  const time = local.toPlainTime().toString({ smallestUnit: 'minute', roundingMode: 'trunc' })
  const spans = holidays.find((one) => one.date === date)?.spans ?? week[local.dayOfWeek - 1] ?? []
  return spans.some(({ from, to }) => from <= time && time < to)
}
