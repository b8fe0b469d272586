import { sql } from 'kysely'
import type { Responses } from '#contract/campaigns/parts.ts'
import type { App } from '#server/app.ts'

const none: Responses = { replies: 0, opt_outs: 0, button_presses: 0 }

/**
 * What people did after a campaign's messages: how many replied, how many of them by a button, and how many opted out.
 * A message counts once in each, as it does in the figures of days and of trials.
 */
export async function responsesTo(
  app: App,
  businessId: number,
  campaignIds: readonly number[],
): Promise<Map<number, Responses>> {
  if (campaignIds.length === 0) return new Map()
  const ids = sql`any(${[...campaignIds]}::bigint[])`
  const { rows } = await sql<Responses & { campaign_id: number }>`
    select campaign_id, sum(replies)::int as replies, sum(button_presses)::int as button_presses,
      sum(opt_outs)::int as opt_outs
    from (
      select campaign_id, count(distinct message_id) as replies,
        count(distinct message_id) filter (where kind in ('button', 'interactive')) as button_presses, 0 as opt_outs
      from lead_replies where business_id = ${businessId} and campaign_id = ${ids} group by 1
      union all
      select d.campaign_id, 0, 0, count(distinct x.message_id) from dispatches d
      join consent_changes x on x.business_id = d.business_id and x.message_id between d.first_id and d.last_id
        and x.consent = 'opted_out'
      join messages m on m.business_id = d.business_id and m.id = x.message_id and m.campaign_id = d.campaign_id
      where d.business_id = ${businessId} and d.campaign_id = ${ids} group by 1
    ) r group by 1`.execute(app.db)
  const found = new Map(campaignIds.map((id) => [id, none]))
  for (const { campaign_id, ...counts } of rows) found.set(Number(campaign_id), counts)
  return found
}
