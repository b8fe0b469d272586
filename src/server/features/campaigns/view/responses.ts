import { sql } from 'kysely'
import type { Responses } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'

const none: Responses = { replies: 0, opt_outs: 0, button_presses: 0 }

/** What people wrote back to campaigns: how many replied, opted out and pressed a button. A person counts once in each. */
export async function responsesTo(
  app: App,
  businessId: number,
  campaignIds: readonly number[],
): Promise<Map<number, Responses>> {
  const found = new Map(campaignIds.map((id) => [id, none]))
  if (campaignIds.length === 0) return found
  const pressed = sql`kind in ('button', 'interactive')`
  const rows = await app.db
    .selectFrom('lead_replies')
    .select('campaign_id')
    .select(sql<number>`count(distinct address) filter (where not ${pressed})`.as('replies'))
    .select(sql<number>`count(distinct address) filter (where ${pressed})`.as('button_presses'))
    .select(sql<number>`count(distinct address) filter (where meaning = 'stop')`.as('opt_outs'))
    .where('business_id', '=', businessId)
    .where('campaign_id', 'in', [...campaignIds])
    .groupBy('campaign_id')
    .execute()
  for (const { campaign_id, ...counts } of rows) if (campaign_id !== null) found.set(campaign_id, counts)
  return found
}
