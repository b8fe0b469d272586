import { z } from 'zod'
import { t } from '../messages/t.ts'
import { listOf, PageQuery } from '../values.ts'

/** The specification's four, and two that an owner causes. */
export const CampaignStatus = z.enum(['Scheduled', 'Running', 'Paused', 'Completed', 'Failed', 'Cancelled'])
export type CampaignStatus = z.infer<typeof CampaignStatus>

const campaignOrders = ['newest', 'oldest', 'name', '-name', 'status', '-status'] as const
/** The order of the list: by date, name or status; among equals the latest date first. */
export const CampaignOrder = z.enum(campaignOrders, {
  error: () => t('campaigns.order', { values: campaignOrders.join(', ') }),
})
export type CampaignOrder = z.infer<typeof CampaignOrder>

/** Which campaigns a list shows, in which order. */
export const CampaignQuery = PageQuery.extend({
  status: listOf(CampaignStatus),
  sort: CampaignOrder.default('newest'),
  /** It carries a name, in whatever script. */
  cursor: z.string().max(2000).optional(),
})
export type CampaignQuery = z.output<typeof CampaignQuery>
