import { z } from 'zod'
import { Audience } from './leads.ts'
import { Id } from './values.ts'

/** Who a campaign is for: leads by tag, search or hand, less some, or those who read an earlier one and kept silent. */
export const CampaignAudience = Audience.extend({
  exclude_lead_ids: z.array(Id).max(100_000).optional(),
  /** People who read this campaign's message and have not written since. */
  read_not_answered: Id.optional(),
})
export type CampaignAudience = z.output<typeof CampaignAudience>
