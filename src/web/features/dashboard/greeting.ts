/** `Good Morning` before noon, `Good Afternoon` before five, else `Good Evening`, by a clock that shows this hour. */
export function greetingAt(hour: number): string {
  if (hour < 12) return 'Good Morning'
  return hour < 17 ? 'Good Afternoon' : 'Good Evening'
}

/** The first of a person's names; `guest` where there is none. */
export function firstName(name: string | undefined): string {
  return name?.trim().split(/\s+/)[0] || 'guest'
}
