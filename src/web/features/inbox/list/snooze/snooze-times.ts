import { longestSnoozeDays } from '#contract/conversations.ts'
import type { Moment } from '#web/components/forms/moment-fields.tsx'
import { instantOf, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

const dayMs = 86_400_000

export const snoozes = ['hour', 'evening', 'tomorrow', 'week'] as const

/** The day of the calendar so many days ahead: where the clock changes it has 23 or 25 hours. */
function dayAhead(days: number, zone: string): string | undefined {
  const today = wallClock(Date.now(), zone)?.date
  return today && new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10)
}

/** In an hour, this evening, tomorrow or in a week at nine, by the business's clock; null for what has passed. */
export function snoozeTime(name: (typeof snoozes)[number], zone: string): string | null {
  const now = Date.now()
  if (name === 'hour') return new Date(now + 3_600_000).toISOString()
  const days = name === 'evening' ? 0 : name === 'tomorrow' ? 1 : 7
  const date = dayAhead(days, zone)
  const at = date ? instantOf(date, name === 'evening' ? '18:00' : '09:00', zone) : null
  return at && Date.parse(at) > now + 60_000 ? at : null
}

/** What the window for a time of one's own begins with: the present snooze, or tomorrow at nine. */
export function firstMoment(until: string | null | undefined, zone: string): Moment {
  const present = until && Date.parse(until) > Date.now() ? wallClock(until, zone) : null
  return present ?? { date: dayAhead(1, zone) ?? '', time: '09:00' }
}

/** The days from which one can choose. */
export const snoozeDays = (zone: string) => ({
  minDate: wallClock(Date.now(), zone)?.date,
  maxDate: dayAhead(longestSnoozeDays, zone),
})

/** The instant of a chosen date and time, or the sentence why it cannot be taken. */
export function snoozeAt(
  { date, time }: Moment,
  zone: string,
): { until: string; fault?: undefined } | { until?: undefined; fault: string } {
  const until = date && time ? instantOf(date, time, zone) : null
  if (!until) return { fault: t('app.moment.missing') }
  const ahead = Date.parse(until) - Date.now()
  if (ahead <= 0) return { fault: t('app.moment.past') }
  return ahead > longestSnoozeDays * dayMs ? { fault: t('inbox.snoozeOwn.tooFar') } : { until }
}
