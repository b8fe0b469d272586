import type { AudienceNow } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { countAudience } from '../count-audience.ts'
import { readStoredDraft } from '../draft.ts'

/**
 * Who would get a scheduled campaign if it started now. It reads the whole audience, two seconds for a million
 * people, so nothing that refreshes by itself asks for it.
 * @returns null for a campaign that is not Scheduled.
 * @throws AppError `not_found` for a campaign that is not this business's, or whose template is gone.
 */
export async function countExpected(app: App, businessId: number, id: number): Promise<AudienceNow | null> {
  const campaign = await app.db
    .selectFrom('campaigns')
    .select(['status', 'template_id', 'audience', 'mapping', 'custom_message', 'consent_statement'])
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!campaign) throw notFound('campaign')
  if (campaign.status !== 'Scheduled') return null
  const { rules } = await readStoredDraft(app, businessId, campaign)
  const { selected, will_receive, left_out } = await countAudience(app, businessId, rules)
  return { selected, will_receive, left_out }
}
