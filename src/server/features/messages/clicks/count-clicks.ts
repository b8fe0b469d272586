import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { isCounted } from './store-clicks.ts'

export type ClickCounts = { clicks: number; people: number }

/** Clicks on links of a campaign's messages, of people alone; each person once in `people`. */
export async function countClicks(app: App, businessId: number, campaignId: number): Promise<ClickCounts> {
  const { rows } = await sql<ClickCounts>`
    select count(*)::int as clicks, count(distinct k.message_id)::int as people
    from dispatches d
    join link_clicks k on k.business_id = d.business_id and k.message_id between d.first_id and d.last_id
    join messages m on m.business_id = k.business_id and m.id = k.message_id and m.campaign_id = d.campaign_id
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and ${isCounted}`.execute(app.db)
  return rows[0] ?? { clicks: 0, people: 0 }
}

/** When the person first opened a link of a message, and how often they did; undefined where they did not. */
export async function clicksOfMessage(
  app: App,
  businessId: number,
  messageId: number,
): Promise<{ first: Date; count: number } | undefined> {
  const { rows } = await sql<{ first: Date | null; count: number }>`
    select min(k.clicked_at) as first, count(*)::int as count
    from link_clicks k join messages m on m.business_id = k.business_id and m.id = k.message_id
    where k.business_id = ${businessId} and k.message_id = ${messageId} and ${isCounted}`.execute(app.db)
  const { first, count } = rows[0] ?? { first: null, count: 0 }
  return first ? { first, count } : undefined
}
