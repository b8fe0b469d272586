import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { explanationFor } from './message-text.ts'

const newestRows = 100

/** The errors of failed messages in words, the most frequent first. */
export async function listErrors(
  app: App,
  businessId: number,
  campaignId: number | undefined,
): Promise<{ code: number | null; explanation: string; count: number }[]> {
  const ofCampaign = campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`
  const failed = sql`business_id = ${businessId} and undelivered = 'failed' ${ofCampaign}`
  // Counted from an index alone; their words are those of the newest few.
  const { rows } = await sql<{
    error_code: number | null
    error_title: string | null
    reason: string | null
    other_reason: string | null
    count: number
  }>`
    select counted.*, newest.* from (
      select error_code, count(*) as count from messages where ${failed}
      group by error_code order by count(*) desc limit 100
    ) counted
    cross join lateral (
      select max(error_title) as error_title, min(reason) as reason, max(reason) as other_reason from (
        (select error_title, reason from messages where ${failed} and error_code = counted.error_code
          order by campaign_id desc limit ${sql.lit(newestRows)})
        union all
        (select error_title, reason from messages where ${failed} and error_code is null and counted.error_code is null
          order by campaign_id desc limit ${sql.lit(newestRows)})
      ) few
    ) newest
    order by counted.count desc`.execute(app.db)
  return rows.map(({ error_code, error_title, reason, other_reason, count }) => {
    const same = reason === other_reason ? reason : null
    const { explanation } = explanationFor({ status: 'failed', reason: same, error_code, error_title })
    return { code: error_code, explanation: explanation ?? t('messages.errors.noReason'), count }
  })
}
