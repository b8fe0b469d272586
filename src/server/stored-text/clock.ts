import { currentLocale } from '#contract/messages/language.ts'
import { dateFormat } from '#contract/text/formats.ts'

/** Prints times by the clock of a business, in the reader's language. */
export type Clock = {
  /** `20 Nov 2026, 15:53 (Asia/Kolkata)` */
  moment: (at: Date) => string
  /** `Fri 20 Nov 2026, 15:53 (Asia/Kolkata)` */
  start: (at: Date) => string
  /** `Fri 20 Nov, 15:53`: follows a name. */
  short: (at: Date) => string
  /** `20 Nov 2026` */
  day: (at: Date) => string
}

export function clockIn(timeZone: string): Clock {
  const isEnglish = currentLocale() === 'en'
  // Plain English dates are written day first.
  const locale = isEnglish ? 'en-GB' : currentLocale()
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(locale, { timeZone, ...options })
  const day = format({ dateStyle: 'medium' })
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const withWeekday = (at: Date, options: Intl.DateTimeFormatOptions): string => {
    const text = format({ weekday: 'short', day: 'numeric', month: 'short', ...options }).format(at)
    return isEnglish ? text.replace(',', '').replace('Sept', 'Sep') : text
  }
  return {
    moment: (at) => `${day.format(at)}, ${time.format(at)} (${timeZone})`,
    start: (at) => `${withWeekday(at, { year: 'numeric' })}, ${time.format(at)} (${timeZone})`,
    short: (at) => `${withWeekday(at, {})}, ${time.format(at)}`,
    day: (at) => day.format(at),
  }
}
