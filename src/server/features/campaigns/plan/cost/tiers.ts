/** The price of the messages of a month to a market, from the one after `above` on. */
export type Tier = { above: number; price: number }

/** What the messages after the first `before` ones of a month cost, each at the price of its own tier. */
export function spanCost(tiers: readonly Tier[], before: number, count: number): number {
  return tiers.reduce((cost, { above, price }, at) => {
    const end = Math.min(tiers[at + 1]?.above ?? Number.POSITIVE_INFINITY, before + count)
    return cost + Math.max(0, end - Math.max(above, before)) * price
  }, 0)
}
