const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The newer version with what was typed here: a field that was changed here keeps it. Date and time stay together. */
export function mergeEdit<T extends { date: string; time: string }>(typed: T, before: T, newer: T): T {
  const kept = Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => !same(value, before[field as keyof T])),
  )
  const clock = 'date' in kept || 'time' in kept ? { date: typed.date, time: typed.time } : {}
  return { ...newer, ...kept, ...clock }
}
