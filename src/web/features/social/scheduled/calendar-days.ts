import { currentLanguage, currentLocale, testLanguage } from '#contract/messages/language.ts'
import { instantOf } from '#web/format/time.ts'
import { firstWeekday } from '../compose/weekdays.ts'

/** Days are `2026-11-24`, by the clock of the business's zone. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1, 12)).toISOString().slice(0, 10)
}

/** The day on which the week of `day` begins in the reader's country. */
export function weekStart(day: string): string {
  // 0 is Sunday.
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
  return addDays(day, -((weekday - firstWeekday() + 7) % 7))
}

/** Whole weeks that show the month of `day`. */
export function monthDays(day: string): string[] {
  const first = `${day.slice(0, 7)}-01`
  const start = weekStart(first)
  const next = addMonths(first, 1)
  const days: string[] = []
  for (let at = start; at < next || days.length % 7 > 0; at = addDays(at, 1)) days.push(at)
  return days
}

export const weekDays = (day: string): string[] =>
  Array.from({ length: 7 }, (_, index) => addDays(weekStart(day), index))

/** From the first moment of the first day to the last of the last. */
export function rangeOf(days: readonly string[], zone: string): { from: string; to: string } {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return {
    from: instantOf(first, '00:00', zone) ?? '',
    to: instantOf(addDays(last, 1), '00:00', zone) ?? '',
  }
}

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(currentLanguage() === testLanguage ? 'en' : currentLocale(), {
    ...options,
    numberingSystem: 'latn',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))

export const dayName = (day: string): string =>
  format(day, { weekday: 'long', day: 'numeric', month: 'long' })
export const shortDay = (day: string): string => format(day, { day: 'numeric', month: 'short' })
/** On a phone, where the cells are a list and no column names the weekday. */
export const listDay = (day: string): string =>
  format(day, { weekday: 'short', day: 'numeric', month: 'short' })
