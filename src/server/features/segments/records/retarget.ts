import { isDeepStrictEqual } from 'node:util'
import type { Deed, SegmentRules } from '#contract/growth/segment-rules.ts'
import type { CampaignCell, Segment } from '#contract/growth/segments.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { notFound } from '#server/platform/errors.ts'
import { createNamed, listSegments } from './records.ts'

/** Who is in a cell: those of whom the first is true and the second is not. */
const cells: Record<CampaignCell, { did: Deed; didNot?: Deed }> = {
  not_delivered: { did: 'sent', didNot: 'delivered' },
  not_read: { did: 'delivered', didNot: 'read' },
  not_clicked: { did: 'read', didNot: 'clicked' },
  clicked: { did: 'clicked' },
  not_answered: { did: 'read', didNot: 'answered' },
  answered: { did: 'answered' },
}

/**
 * The segment of a campaign's people in one cell of its report. The same cell of the same campaign is one segment.
 * @throws AppError `not_found`
 */
export async function retarget(
  app: App,
  businessId: number,
  { campaign_id: campaignId, cell }: { campaign_id: number; cell: CampaignCell },
): Promise<Segment> {
  const campaign = await app.db
    .selectFrom('campaigns')
    .select('name')
    .where('business_id', '=', businessId)
    .where('id', '=', campaignId)
    .executeTakeFirst()
  if (!campaign) throw notFound('campaign')
  const rules = rulesOf(campaignId, cell)
  const known = (await listSegments(app, businessId)).find((one) => isDeepStrictEqual(one.rules, rules))
  if (known) return known
  return await createNamed(app, businessId, t(`segments.cell.${cell}`, { name: campaign.name }), rules)
}

function rulesOf(campaignId: number, cell: CampaignCell): SegmentRules {
  const { did, didNot } = cells[cell]
  const one = (deed: Deed, isDone: boolean) => ({
    about: 'message' as const,
    did: isDone,
    deed,
    campaign_id: campaignId,
    link: null,
    when: null,
  })
  return { match: 'all', rules: [one(did, true), ...(didNot ? [one(didNot, false)] : [])] }
}
