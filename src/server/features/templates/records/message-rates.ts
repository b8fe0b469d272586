import type { MessageRates } from '#contract/templates.ts'
import type { App } from '#server/app.ts'

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value))

/** What one message costs by category, as the owner entered it: the provider gives no prices to programs. */
export async function findRates(app: App, businessId: number): Promise<MessageRates | null> {
  const row = await app.db
    .selectFrom('message_rates')
    .select(['currency', 'marketing', 'utility', 'authentication'])
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  if (!row) return null
  return {
    currency: row.currency,
    MARKETING: numberOf(row.marketing),
    TRANSACTIONAL: numberOf(row.utility),
    OTP: numberOf(row.authentication),
  }
}

export async function saveRates(app: App, businessId: number, rates: MessageRates): Promise<MessageRates> {
  const columns = {
    currency: rates.currency,
    marketing: rates.MARKETING,
    utility: rates.TRANSACTIONAL,
    authentication: rates.OTP,
    updated_at: app.now(),
  }
  await app.db
    .insertInto('message_rates')
    .values({ business_id: businessId, ...columns })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(columns))
    .execute()
  return rates
}
