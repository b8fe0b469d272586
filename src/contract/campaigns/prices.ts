import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'

const Amount = z
  .number({ error: () => t('campaigns.price') })
  .min(0, { error: () => t('campaigns.priceMin') })
  .max(100_000, { error: () => t('campaigns.priceMax') })

/** What one delivered template message to a market costs. */
export const MarketPrice = z.object({
  /** `india`, `restOfAfrica`; as the list that comes with the product names them. */
  market: z.string().max(40),
  marketing: Amount,
  utility: Amount,
  authentication: Amount,
})
export type MarketPrice = z.infer<typeof MarketPrice>

export const PriceList = z.object({
  /** The day from which the shipped prices hold; null for the owner's own. */
  shipped_from: z.string().nullable(),
  currency: z.string(),
  markets: z.array(MarketPrice.extend({ name: z.string(), codes: z.string() })),
})
export type PriceList = z.infer<typeof PriceList>

export const prices = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/price_list',
    summary: 'What a message to each country costs: the shipped list, or the owner’s own',
    response: answer({ list: PriceList }),
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/price_list',
    summary: 'Replace the shipped price list',
    description: 'Every market has to be there. Estimates of campaigns use it from then on.',
    body: z.object({
      currency: z.string().regex(/^[A-Z]{3}$/, { error: () => t('campaigns.currency') }),
      markets: z.array(MarketPrice).max(100),
    }),
    response: answer({ list: PriceList }),
  },
  reset: {
    method: 'DELETE',
    path: '/marketing/api/price_list',
    summary: 'Use the shipped price list again',
    response: answer({ list: PriceList }),
  },
})
