import { z } from 'zod'
import { answer, endpoints } from '../endpoint.ts'
import { t } from '../messages/t.ts'

const Amount = z
  .number({ error: () => t('campaigns.price') })
  .min(0, { error: () => t('campaigns.priceMin') })
  .max(100_000, { error: () => t('campaigns.priceMax') })

/** A day of the calendar on which a price may begin or end. */
export const PriceDay = z.iso
  .date({ error: () => t('campaigns.priceDay') })
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', { error: () => t('campaigns.priceDay') })

/** What WhatsApp charges by. The last two are in few price lists. */
export const RatedCategory = z.enum([
  'marketing',
  'utility',
  'authentication',
  'authentication_international',
  'service',
])
export type RatedCategory = z.infer<typeof RatedCategory>

/** What one delivered template message to a market costs. */
export const MarketPrice = z.object({
  /** `india`, `restOfAfrica`; as the list that comes with the product names them. */
  market: z.string().max(40),
  marketing: Amount,
  utility: Amount,
  authentication: Amount,
  authentication_international: Amount.nullish(),
  service: Amount.nullish(),
})
export type MarketPrice = z.infer<typeof MarketPrice>

const noVolume = () => t('campaigns.volume')

/** The price from a volume on: of each message of a month to this market after the first `above` ones. */
export const PriceTier = z.object({
  market: z.string().max(40),
  category: RatedCategory,
  above: z
    .number({ error: noVolume })
    .int({ error: noVolume })
    .min(1, { error: noVolume })
    .max(1_000_000_000, { error: noVolume }),
  price: Amount,
})
export type PriceTier = z.infer<typeof PriceTier>

const Known = z.number().nullable()

export const PriceList = z.object({
  /** The day from which the shipped prices hold; null for the owner's own. */
  shipped_from: z.string().nullable(),
  currency: z.string(),
  /** The day whose prices these are. */
  day: z.string(),
  /** Days in which no price changes, the oldest first. `to` is null where no end is known. */
  periods: z.array(z.object({ from: z.string(), to: z.string().nullable() })),
  /** Prices of that day for larger volumes; those of `markets` are for the first messages of a month. */
  tiers: z.array(PriceTier),
  /** A price is null where none is known for the day. */
  markets: z.array(
    z.object({
      market: z.string(),
      name: z.string(),
      codes: z.string(),
      marketing: Known,
      utility: Known,
      authentication: Known,
      authentication_international: Known,
      service: Known,
    }),
  ),
})
export type PriceList = z.infer<typeof PriceList>

const Currency = z.string().regex(/^[A-Z]{3}$/, { error: () => t('campaigns.currency') })

/** The longest file of prices, in bytes and rows. */
export const longestPriceFile = { bytes: 1024 * 1024, rows: 10_000 }

export const prices = endpoints({
  get: {
    method: 'GET',
    path: '/marketing/api/price_list',
    summary: 'What a message to each country costs on a day: the shipped list, or the owner’s own',
    query: z.object({
      /** Today, by the business's clock, where it is absent. */
      day: PriceDay.optional(),
    }),
    response: answer({ list: PriceList }),
  },
  save: {
    method: 'PUT',
    path: '/marketing/api/price_list',
    summary: 'Enter the owner’s own prices from a day on',
    description:
      'Every market has to be there. Prices of earlier days stay, those of later days are replaced; without `from` the prices hold on every day.',
    body: z.object({
      currency: Currency,
      from: PriceDay.nullish(),
      markets: z.array(MarketPrice).max(100),
      /** Prices of larger volumes, from the same day on; absent: none. */
      tiers: z.array(PriceTier).max(2000).optional(),
    }),
    response: answer({ list: PriceList }),
  },
  importCsv: {
    method: 'POST',
    path: '/marketing/api/price_list/import',
    summary: 'Add the prices of a file to the owner’s own',
    description:
      'Prices of days before the first one of the file stay, those of later days are replaced. Columns: market, category, valid_from, valid_to, price, currency, and above for the prices of larger volumes: after so many messages of a month. Every day from the first to the last has one price for each market and category: a file with gaps or overlaps is refused as a whole. The two kinds of file that Meta gives are read too: a row for each market, and volume tiers. They have no days: valid_from says the first one, and they hold until the next prices that are there.',
    maxBytes: longestPriceFile.bytes + 64 * 1024,
    body: z.object({
      csv: z
        .string()
        .min(1)
        .max(longestPriceFile.bytes)
        .refine((text) => !text.includes('\0')),
      /** The first day of a file without days. */
      valid_from: PriceDay.nullish(),
      /** Prices of earlier days are deleted too. */
      replace_all: z.boolean().optional(),
    }),
    response: answer({
      list: PriceList,
      /** Markets of the file that were left out: no numbers of theirs are known. */
      unknown: z.array(z.string()),
    }),
  },
  remove: {
    method: 'DELETE',
    path: '/marketing/api/price_list/periods/{from}',
    summary: 'Remove the owner’s own prices of a period',
    description:
      'The prices of the period before it hold on for its days. Before the first period no price is known.',
    params: z.object({ from: PriceDay }),
    response: answer({ list: PriceList }),
  },
  exportCsv: {
    method: 'GET',
    path: '/marketing/api/price_list/export.csv',
    summary: 'All prices with their days as CSV',
    raw: true,
    response: z.string(),
  },
  reset: {
    method: 'DELETE',
    path: '/marketing/api/price_list',
    summary: 'Use the shipped price list again',
    response: answer({ list: PriceList }),
  },
})
