import type { Analytics } from '#contract/analytics/analytics.ts'

/** What people bought whose last touch was a message. `money`: by currency, in its smallest unit, only what is left. */
export function salesOf({ by }: Analytics['conversions']): {
  count: number
  money: { currency: string; amount: number }[]
} {
  const earned = new Map<string, number>()
  let count = 0
  for (const origin of by) {
    if (origin.touch !== 'campaign' && origin.touch !== 'sequence' && origin.touch !== 'message') continue
    count += origin.count
    for (const { currency, amount } of origin.money)
      earned.set(currency, (earned.get(currency) ?? 0) + amount)
  }
  const money = [...earned].map(([currency, amount]) => ({ currency, amount }))
  return { count, money: money.filter(({ amount }) => amount > 0) }
}
