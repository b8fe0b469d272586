import type { PriceList, RatedCategory } from '#contract/campaigns/prices.ts'
import { t } from '#web/messages/t.ts'

const main = [
  ['marketing', 'MARKETING'],
  ['utility', 'TRANSACTIONAL'],
  ['authentication', 'OTP'],
] as const
export type Kind = RatedCategory

/** Columns that few lists have are shown where a price is known. */
export function kindsOf({ markets }: PriceList): (readonly [Kind, string])[] {
  const more = (['authentication_international', 'service'] as const).filter((kind) =>
    markets.some((market) => market[kind] !== null),
  )
  return [...main, ...more.map((kind) => [kind, t(`prices.categories.${kind}`)] as const)]
}
