import { instantOf, wallClock } from '#web/format/time.ts'

export const snoozes = ['hour', 'evening', 'tomorrow', 'week'] as const

/** In an hour, this evening, tomorrow or in a week at nine, by the business's clock; null for what has passed. */
export function snoozeTime(name: (typeof snoozes)[number], zone: string): string | null {
  const now = Date.now()
  if (name === 'hour') return new Date(now + 3_600_000).toISOString()
  const days = name === 'evening' ? 0 : name === 'tomorrow' ? 1 : 7
  const date = wallClock(new Date(now + days * 86_400_000), zone)?.date
  const at = date ? instantOf(date, name === 'evening' ? '18:00' : '09:00', zone) : null
  return at && Date.parse(at) > now + 60_000 ? at : null
}
