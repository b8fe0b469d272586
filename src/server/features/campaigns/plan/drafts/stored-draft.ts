import type { CampaignAudience } from '#contract/campaigns/audience.ts'
import type { CampaignDraft } from '#contract/campaigns/drafts.ts'
import { ParameterMapping } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { audienceText } from '../audience.ts'

/** A campaign as its form takes it, for an edit or a copy. @throws AppError `not_found`. */
export async function getDraft(app: App, businessId: number, id: number): Promise<CampaignDraft> {
  const row = await app.db
    .selectFrom('campaigns')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('campaign')
  const audience = row.audience as CampaignAudience
  return {
    id: row.id,
    name: row.name,
    editable: row.planned_at === null && (row.status === 'Scheduled' || row.status === 'Paused'),
    template_id: row.template_id,
    phone_number_id: row.phone_number_id,
    audience,
    audience_text: audienceText(audience),
    parameters: ParameterMapping.parse(row.mapping),
    custom_message: row.custom_message,
    consent_statement: row.consent_statement ? (row.consent_statement as { text: string }).text : null,
    count_clicks: row.count_clicks,
    scheduled_at: row.scheduled_at.toISOString(),
    // A start at once is due within the time it can be undone.
    starts_now: row.undo_until !== null || row.scheduled_at.getTime() <= row.created_at.getTime() + 60_000,
    timezone: row.timezone,
  }
}
