import type { App } from '#server/app.ts'
import type { Prefixes } from './cost.ts'
import { businessDay } from './own-list.ts'

/**
 * Whom a campaign was planned for at its start: how their numbers begin, and by what its messages are priced. `free`: of
 * these people, those to whom WhatsApp charged nothing then.
 */
export async function plannedFor(
  app: App,
  businessId: number,
  campaignId: number,
): Promise<{ category: string; day: string; prefixes: Prefixes; free: Prefixes } | null> {
  const row = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('message_contents as m', (join) =>
      join.onRef('m.business_id', '=', 'c.business_id').onRef('m.id', '=', 'c.content_id'),
    )
    .select(['c.prefixes', 'c.free_prefixes', 'c.started_at', 'm.category'])
    .where('c.business_id', '=', businessId)
    .where('c.id', '=', campaignId)
    .executeTakeFirst()
  if (!row?.started_at) return null
  return {
    category: row.category,
    day: await businessDay(app, businessId, row.started_at),
    prefixes: (row.prefixes ?? []) as unknown as Prefixes,
    free: (row.free_prefixes ?? []) as unknown as Prefixes,
  }
}
