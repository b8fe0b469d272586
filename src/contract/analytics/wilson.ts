/** 95 % of cases. */
const z = 1.959964

/**
 * The range in which a share lies, judging by `hits` of `all` (Wilson's interval, 95 %): wide where there are few.
 * @returns null where there is nothing to judge by.
 */
export function wilson(hits: number, all: number): { low: number; high: number } | null {
  if (all <= 0) return null
  const share = Math.min(1, Math.max(0, hits / all))
  const middle = share + (z * z) / (2 * all)
  const spread = z * Math.sqrt((share * (1 - share)) / all + (z * z) / (4 * all * all))
  const whole = 1 + (z * z) / all
  return { low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole) }
}
