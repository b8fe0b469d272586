import { wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

/** `Good Morning` before noon, `Good Afternoon` before five, else `Good Evening`, by the clock of this zone. */
export function greetingAt(now: Date, zone: string): string {
  const hour = Number(wallClock(now, zone)?.time.slice(0, 2) ?? now.getHours())
  if (hour < 12) return t('dashboard.greeting.morning')
  return t(hour < 17 ? 'dashboard.greeting.afternoon' : 'dashboard.greeting.evening')
}

/** The first of a person's names; `guest` where there is none. */
export function firstName(name: string | undefined): string {
  return name?.trim().split(/\s+/)[0] || t('dashboard.greeting.guest')
}
