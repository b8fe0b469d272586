import type { SendEstimate } from '#contract/campaigns/parts.ts'
import type { SegmentRules } from '#contract/growth/segment-rules.ts'
import type { App } from '#server/app.ts'
import { isSampleEnough, sampleLeads } from '#server/features/leads/leads.ts'
import { segmentByRules } from '#server/features/segments/segments.ts'
import { type AudienceRules, enoughOf } from '../audience.ts'
import { costOf } from '../cost/cost.ts'
import { countAudience } from '../count-audience.ts'
import { freeAt } from '../free-window.ts'

/**
 * What a marketing message to the people of a segment would do now: the counts and the cost that a campaign's own check
 * would have, before there is a template.
 * @throws AppError `not_found` for what the rules name and is not this business's.
 */
export async function estimateSend(app: App, businessId: number, rules: SegmentRules): Promise<SendEstimate> {
  const audience: AudienceRules = {
    audience: {},
    segment: await segmentByRules(app, businessId, rules),
    consentStated: false,
    filling: [],
    customMessage: null,
    phonesOnly: false,
    isMarketing: true,
    enough: await enoughOf(app, businessId),
  }
  const sample = await sampleLeads(app, businessId)
  const estimate = await estimateWith(app, businessId, { ...audience, sample })
  return isSampleEnough(sample, estimate.selected) ? estimate : await estimateWith(app, businessId, audience)
}

async function estimateWith(app: App, businessId: number, rules: AudienceRules): Promise<SendEstimate> {
  const counts = await countAudience(app, businessId, rules)
  const { selected, will_receive, left_out, prefixes } = counts
  const free = await freeAt(app, businessId, rules, app.now())
  const cost = await costOf(app, businessId, 'MARKETING', prefixes, app.now(), free)
  return { estimated: rules.sample !== undefined, selected, will_receive, left_out, cost }
}
