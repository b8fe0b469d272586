import { sql } from 'kysely'
import type { CampaignAudience } from '#contract/campaigns/audience.ts'
import type { CampaignDraft } from '#contract/campaigns/drafts.ts'
import { type TrialDraft, trialBounds } from '#contract/campaigns/trials.ts'
import { ParameterMapping } from '#contract/campaigns.ts'
import type { App } from '#server/app.ts'
import { notFound } from '#server/platform/errors.ts'
import { namedAudience } from '../audience.ts'

/** A campaign as its form takes it, for an edit or a copy. @throws AppError `not_found`. */
export async function getDraft(app: App, businessId: number, id: number): Promise<CampaignDraft> {
  const row = await app.db
    .selectFrom('campaigns')
    .selectAll()
    .select(sql<Date | null>`their_clock::timestamp at time zone timezone`.as('their_start'))
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('campaign')
  const audience = row.audience as CampaignAudience
  const own = (await triedFirst(app, businessId, id)) ?? row
  return {
    id: row.id,
    name: row.name,
    editable: row.planned_at === null && (row.status === 'Scheduled' || row.status === 'Paused'),
    revision: row.revision,
    template_id: own.template_id,
    phone_number_id: row.phone_number_id,
    audience,
    audience_text: await namedAudience(app, businessId, audience),
    parameters: ParameterMapping.parse(own.mapping),
    custom_message: own.custom_message,
    consent_statement: row.consent_statement ? (row.consent_statement as { text: string }).text : null,
    count_clicks: row.count_clicks,
    trial: await trialDraft(app, businessId, id),
    scheduled_at: (row.their_start ?? row.scheduled_at).toISOString(),
    // A start at once is due within the time it can be undone.
    starts_now:
      row.their_clock === null &&
      (row.undo_until !== null || row.scheduled_at.getTime() <= row.created_at.getTime() + 60_000),
    timezone: row.timezone,
    by_their_clock: row.their_clock !== null,
    quiet: row.quiet as CampaignDraft['quiet'],
  }
}

/** The campaign's own version of an A/B test, where the rest got another one: that stands in the campaign since. */
const triedFirst = (app: App, businessId: number, id: number) =>
  app.db
    .selectFrom('campaign_variants as v')
    .innerJoin('campaign_trials as t', (join) =>
      join.onRef('t.business_id', '=', 'v.business_id').onRef('t.campaign_id', '=', 'v.campaign_id'),
    )
    .select(['v.template_id', 'v.mapping', 'v.custom_message'])
    .where('v.business_id', '=', businessId)
    .where('v.campaign_id', '=', id)
    .where('v.variant', '=', 1)
    .where('t.winner', '>', 1)
    .executeTakeFirst()

/** Its pilot or A/B test as the form takes it; the first version is the campaign itself. */
async function trialDraft(app: App, businessId: number, id: number): Promise<TrialDraft | null> {
  const own = await app.db
    .selectFrom('campaign_trials')
    .select(['kind', 'people', 'percent', 'measure', 'after_minutes', 'decide', ...trialBounds])
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .executeTakeFirst()
  if (!own) return null
  const versions = await app.db
    .selectFrom('campaign_variants')
    .select(['template_id', 'mapping', 'custom_message', 'later_minutes'])
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', id)
    .where('variant', '>', 1)
    .orderBy('variant')
    .execute()
  return {
    ...(own as Omit<TrialDraft, 'variants'>),
    variants: versions.map(({ template_id, mapping, custom_message, later_minutes }) => ({
      later_minutes,
      template_id,
      parameters: ParameterMapping.parse(mapping),
      custom_message,
    })),
  }
}
