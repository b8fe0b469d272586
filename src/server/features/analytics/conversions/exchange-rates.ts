import { sql } from 'kysely'
import type { ExchangeRate } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
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
  const entered =
    rate === null
      ? sql`'[]'::jsonb`
      : sql`jsonb_build_array(jsonb_build_object('from', ${from}::text,
    'to', ${to}::text, 'rate', ${rate}::float8, 'day', (${app.now()}::timestamptz at time zone b.timezone)::date))`
  await sql`
    insert into attribution_settings as s (business_id, window_days, exchange_rates)
    select b.id, ${usualSettings.window_days}, ${entered}
    from businesses b where b.id = ${businessId}
    on conflict (business_id) do update set exchange_rates = excluded.exchange_rates || (
      select coalesce(jsonb_agg(r), '[]') from jsonb_array_elements(s.exchange_rates) r
      where array[r ->> 'from', r ->> 'to'] not in (array[${from}::text, ${to}::text], array[${to}::text, ${from}::text]))`.execute(
    app.db,
  )
  return await getExchangeRates(app, businessId)
}
