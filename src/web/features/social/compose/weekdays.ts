import { currentLocale } from '#contract/messages/language.ts'
import { dateFormat } from '#contract/text/formats.ts'

/** The days of the week by ISO number, 1 is Monday, from the first day that the reader's country begins with. */
export function weekdayNames(length: 'short' | 'long' = 'short'): { day: number; name: string }[] {
  const format = dateFormat(currentLocale(), { weekday: length, timeZone: 'UTC' })
  const first = firstWeekday()
  return Array.from({ length: 7 }, (_, index) => {
    const day = ((first - 1 + index) % 7) + 1
    // 1 January 2024 was a Monday.
    return { day, name: format.format(Date.UTC(2024, 0, day)) }
  })
}

type WeekInfo = { firstDay: number }
/** 1 is Monday, 7 is Sunday. */
export function firstWeekday(locale = currentLocale()): number {
  const found = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }
  return (found.getWeekInfo?.() ?? found.weekInfo)?.firstDay ?? 1
}
