import { wallClock } from '#web/format/time.ts'

/** `Good Morning` before noon, `Good Afternoon` before five, else `Good Evening`, by the clock of this zone. */
export function greetingAt(now: Date, zone: string): string {
  const hour = Number(wallClock(now, zone)?.time.slice(0, 2) ?? now.getHours())
  if (hour < 12) return 'Good Morning'
  return hour < 17 ? 'Good Afternoon' : 'Good Evening'
}

/** The first of a person's names; `guest` where there is none. */
export function firstName(name: string | undefined): string {
  return name?.trim().split(/\s+/)[0] || 'guest'
}
