import type { MarketingEndpoint } from '#contract/onboarding.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'

/**
 * Sets the provider's endpoint for an account's marketing templates. Messages under way keep theirs; each claim reads
 * it anew.
 * @throws AppError `not_found` for an account that is not this business's, or not connected.
 */
export async function setMarketingEndpoint(
  app: App,
  businessId: number,
  wabaId: string,
  endpoint: MarketingEndpoint,
): Promise<void> {
  const changed = await app.db
    .updateTable('whatsapp_accounts')
    .set({ marketing_endpoint: endpoint })
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .where('status', '<>', 'disconnected')
    .returning('waba_id')
    .executeTakeFirst()
  if (!changed) throw notFound('whatsappAccount')
}
