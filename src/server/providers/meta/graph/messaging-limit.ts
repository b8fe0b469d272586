/**
 * People a portfolio may write to first within a moving 24 hours, by the name of its tier
 * (…/whatsapp/messaging-limits). TIER_1K is of the older ladder and still comes.
 */
const tiers: Record<string, number | null> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1_000,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
  TIER_UNLIMITED: null,
}

/** The largest number that the database's integers hold; a limit beyond it is a mistake. */
const MOST = 2_147_483_647

/**
 * Reads a limit in any of Meta's forms: a tier, a number, -1 for none. Null: no limit; undefined: not set or
 * not recognised.
 */
export function messagingLimit(value: string | number): number | null | undefined {
  if (typeof value === 'string') {
    const word = value.trim().toUpperCase()
    if (Object.hasOwn(tiers, word)) return tiers[word]
    const coined = /^TIER_(\d+)(K|M)?$/.exec(word)
    const times = coined?.[2] === 'K' ? 1_000 : coined?.[2] === 'M' ? 1_000_000 : 1
    if (coined) return messagingLimit(Number(coined[1]) * times)
    if (!/^-?\d+$/.test(word)) return undefined
    return messagingLimit(Number(word))
  }
  if (value === -1) return null
  return Number.isInteger(value) && value >= 0 && value <= MOST ? value : undefined
}
