/** Prints times by the clock of a business. */
export type Clock = {
  /** `20 Nov 2026, 15:53 (Asia/Kolkata)` */
  moment: (at: Date) => string
  /** `20 Nov 2026` */
  day: (at: Date) => string
}

export function clockIn(timeZone: string): Clock {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone })
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone })
  return {
    moment: (at) => `${day.format(at)}, ${time.format(at)} (${timeZone})`,
    day: (at) => day.format(at),
  }
}
