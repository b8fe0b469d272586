import { currentLocale } from '#contract/messages/language.ts'

/** Prints times by the clock of a business, in the reader's language. */
export type Clock = {
  /** `20 Nov 2026, 15:53 (Asia/Kolkata)` */
  moment: (at: Date) => string
  /** `20 Nov 2026` */
  day: (at: Date) => string
}

export function clockIn(timeZone: string): Clock {
  // Plain English dates are written day first.
  const locale = currentLocale() === 'en' ? 'en-GB' : currentLocale()
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  return {
    moment: (at) => `${day.format(at)}, ${time.format(at)} (${timeZone})`,
    day: (at) => day.format(at),
  }
}
