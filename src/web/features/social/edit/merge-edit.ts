const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that were changed since. */
export const changesOf = <T extends object>(typed: T, before: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(typed).filter(([field, value]) => !same(value, before[field as keyof T])),
  ) as Partial<T>

/** The newer version with what was typed here: a field that was changed here keeps it. Date and time stay together. */
export function mergeEdit<T extends { date: string; time: string }>(typed: T, before: T, newer: T): T {
  const kept = changesOf(typed, before)
  const clock = 'date' in kept || 'time' in kept ? { date: typed.date, time: typed.time } : {}
  return { ...newer, ...kept, ...clock }
}
