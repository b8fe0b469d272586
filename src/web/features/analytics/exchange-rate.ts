import type { ExchangeRate } from '#contract/analytics/analytics.ts'

/** How much of `to` one unit of `from` is, by the rate that the owner entered in either direction. */
export function rateBetween(
  rates: readonly ExchangeRate[],
  from: string,
  to: string,
): { rate: number; entered: ExchangeRate | null } | null {
  if (from === to) return { rate: 1, entered: null }
  const entered = rates.find((one) => one.from === from && one.to === to)
  if (entered) return { rate: entered.rate, entered }
  const other = rates.find((one) => one.from === to && one.to === from)
  return other ? { rate: 1 / other.rate, entered: other } : null
}
