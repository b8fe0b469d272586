import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { explanationFor } from './message-text.ts'

/** The errors of failed messages in words, the most frequent first. */
export async function listErrors(
  app: App,
  businessId: number,
  campaignId: number | undefined,
): Promise<{ code: number | null; explanation: string; count: number }[]> {
  const rows = await app.db
    .selectFrom('messages')
    .select(({ fn }) => [
      'error_code',
      fn.max('error_title').as('error_title'),
      fn.min('reason').as('reason'),
      fn.max('reason').as('other_reason'),
      fn.countAll<number>().as('count'),
    ])
    .where('business_id', '=', businessId)
    .where('undelivered', '=', 'failed')
    .$if(campaignId !== undefined, (query) => query.where('campaign_id', '=', campaignId!))
    .groupBy('error_code')
    .orderBy('count', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ error_code, error_title, reason, other_reason, count }) => {
    const same = reason === other_reason ? reason : null
    const { explanation } = explanationFor({ status: 'failed', reason: same, error_code, error_title })
    return { code: error_code, explanation: explanation ?? t('messages.errors.noReason'), count }
  })
}
