import { longestSnoozeDays } from '#contract/conversations.ts'
import type { Moment } from '#web/components/forms/moment-fields.tsx'
import { instantOf, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

const dayMs = 86_400_000

export const snoozes = ['hour', 'evening', 'tomorrow', 'week'] as const

/** In an hour, this evening, tomorrow or in a week at nine, by the business's clock; null for what has passed. */
export function snoozeTime(name: (typeof snoozes)[number], zone: string): string | null {
  const now = Date.now()
  if (name === 'hour') return new Date(now + 3_600_000).toISOString()
  const days = name === 'evening' ? 0 : name === 'tomorrow' ? 1 : 7
  const date = wallClock(new Date(now + days * dayMs), zone)?.date
  const at = date ? instantOf(date, name === 'evening' ? '18:00' : '09:00', zone) : null
  return at && Date.parse(at) > now + 60_000 ? at : null
}

/** What the window for a time of one's own begins with: the present snooze, or tomorrow at nine. */
export function firstMoment(until: string | null | undefined, zone: string): Moment {
  const present = until && Date.parse(until) > Date.now() ? wallClock(until, zone) : null
  return present ?? { date: wallClock(Date.now() + dayMs, zone)?.date ?? '', time: '09:00' }
}

/** The days from which one can choose. */
export const snoozeDays = (zone: string) => ({
  minDate: wallClock(Date.now(), zone)?.date,
  maxDate: wallClock(Date.now() + longestSnoozeDays * dayMs, zone)?.date,
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
