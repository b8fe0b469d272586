import { t } from '#server/messages/t.ts'

/** A point in time in words, in a zone: `long` stands alone, `short` follows a name. */
export function moment(at: Date, timezone: string): { long: string; short: string } {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, ...options }).format(at).replace(',', '')
  const time = part({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const date = `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' }).slice(0, 3)}`
  return { long: `${date} ${part({ year: 'numeric' })}, ${time} (${timezone})`, short: `${date}, ${time}` }
}

/** A clock that is a little wrong, or a person who was slow to press the button, does not make a time "past". */
const graceSeconds = 120
export const pastSentence = (): string => t('campaigns.errors.past')

export function isPast(now: Date, at: Date): boolean {
  return at.getTime() < now.getTime() - graceSeconds * 1000
}
