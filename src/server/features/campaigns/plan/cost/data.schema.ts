import { z } from 'zod'

const Dollars = z.number().positive()

/**
 * Meta's rate card, by market, without volume discounts. Copied from published copies of the card, not read from
 * Meta: for estimates only.
 */
export const PriceList = z.strictObject({
  date: z.iso.date(),
  currency: z.literal('USD'),
  /** US dollars for one delivered message, and the market's calling codes; a code of no market is `other`. */
  markets: z.record(
    z.string(),
    z.strictObject({
      /** ISO 3166; absent for a region of several countries. */
      country: z.string().length(2).optional(),
      marketing: Dollars,
      utility: Dollars,
      authentication: Dollars,
      codes: z.array(z.string().regex(/^\d{1,3}$/)),
    }),
  ),
  /** Area codes of +1 that are no part of North America's market. */
  caribbean: z.array(z.string().regex(/^\d{3}$/)),
})
export type PriceList = z.infer<typeof PriceList>

/** Checked by `npm run build` and by a test. */
export const schemas = { 'price-list.json': PriceList }
