import { z } from 'zod'
import { Audience } from '../leads.ts'
import { Id } from '../values.ts'

/** How an earlier message missed people: it failed, arrived and was not read, or was called off. */
export const Missed = z.enum(['failed', 'not_read', 'cancelled'])
export type Missed = z.infer<typeof Missed>

/** Who a campaign is for: leads by segment, tag, search or hand, less some, or people whom an earlier campaign left open. */
export const CampaignAudience = Audience.extend({
  exclude_lead_ids: z.array(Id).max(100_000).optional(),
  /** People of this segment, as it is when the campaign starts. */
  segment_id: Id.optional(),
  /** People who read this campaign's message and have not written since. */
  read_not_answered: Id.optional(),
  /** People whom this campaign's message did not reach, and how it missed them. */
  not_reached: z.object({ campaign_id: Id, as: z.array(Missed).min(1).max(3) }).optional(),
})
export type CampaignAudience = z.output<typeof CampaignAudience>
