import type { ExchangeRate } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import { businessDay } from '#server/features/accounts/accounts.ts'
import { usualSettings } from './attribute.ts'

/** What the owner entered for one unit of a currency in another, the newest first. */
export async function getExchangeRates(app: App, businessId: number): Promise<ExchangeRate[]> {
  const row = await app.db
    .selectFrom('attribution_settings')
    .select('exchange_rates')
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return (row?.exchange_rates ?? []) as unknown as ExchangeRate[]
}

type Entered = Omit<ExchangeRate, 'rate' | 'day'> & { rate: number | null }

/** Enters a rate with the day of today by the business's clock, in place of the one between these two; null removes it. */
export async function saveExchangeRate(
  app: App,
  businessId: number,
  { from, to, rate }: Entered,
): Promise<ExchangeRate[]> {
  return await app.transaction(async (tx) => {
    await tx.db
      .insertInto('attribution_settings')
      .values({ business_id: businessId, window_days: usualSettings.window_days })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { exchange_rates } = await tx.db
      .selectFrom('attribution_settings')
      .select('exchange_rates')
      .where('business_id', '=', businessId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const between = [from, to].sort().join()
    const others = (exchange_rates as unknown as ExchangeRate[]).filter(
      (one) => [one.from, one.to].sort().join() !== between,
    )
    const entered =
      rate === null ? [] : [{ from, to, rate, day: await businessDay(tx, businessId, app.now()) }]
    const rates = [...entered, ...others]
    await tx.db
      .updateTable('attribution_settings')
      .set({ exchange_rates: JSON.stringify(rates) })
      .where('business_id', '=', businessId)
      .execute()
    return rates
  })
}
