import type { MarketPrice, PriceList } from '#contract/campaigns/prices.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { commaList } from '#server/stored-text/read-text.ts'
import {
  codesOf,
  marketIds,
  marketName,
  type Price,
  priceListCurrency,
  priceListDate,
  shippedPrices,
} from './price-list.ts'

export type OwnList = { currency: string; prices: Readonly<Record<string, Price>> }

/** The owner's own prices; undefined while the list that comes with the product is used. */
export async function findOwnList(app: App, businessId: number): Promise<OwnList | undefined> {
  const row = await app.db
    .selectFrom('price_lists')
    .select(['currency', 'prices'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return row && { currency: row.currency, prices: row.prices as unknown as OwnList['prices'] }
}

/** The prices that estimates are made with, a line for each market. */
export async function getPriceList(app: App, businessId: number): Promise<PriceList> {
  const own = await findOwnList(app, businessId)
  const prices = { ...shippedPrices, ...own?.prices }
  return {
    shipped_from: own ? null : priceListDate,
    currency: own?.currency ?? priceListCurrency,
    markets: marketIds.map((market) => ({
      market,
      name: marketName(market),
      codes: codesOf(market),
      ...prices[market]!,
    })),
  }
}

/** @throws AppError `rule_broken` for a list that leaves a market out, or names one that there is not. */
export async function savePriceList(
  app: App,
  businessId: number,
  { currency, markets }: { currency: string; markets: readonly MarketPrice[] },
): Promise<PriceList> {
  const prices = Object.fromEntries(markets.map(({ market, ...price }) => [market, price]))
  const missing = marketIds.filter((market) => !(market in prices))
  const foreign = Object.keys(prices).filter((market) => !marketIds.includes(market))
  if (missing.length + foreign.length > 0) {
    const which = [
      ...missing.map((market) => t('campaigns.prices.missing', { market: marketName(market) })),
      ...foreign.map((market) => t('campaigns.prices.unknown', { market })),
    ]
    const sentence = t('campaigns.prices.eachOnce', { problems: commaList(which.slice(0, 3)) })
    throw new AppError('rule_broken', sentence, { fields: { markets: sentence } })
  }
  const columns = { currency, prices: JSON.stringify(prices), updated_at: app.now() }
  await app.db
    .insertInto('price_lists')
    .values({ business_id: businessId, ...columns })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(columns))
    .execute()
  return await getPriceList(app, businessId)
}

export async function resetPriceList(app: App, businessId: number): Promise<PriceList> {
  await app.db.deleteFrom('price_lists').where('business_id', '=', businessId).execute()
  return await getPriceList(app, businessId)
}
