import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { wakeLane } from './job-names.ts'
import { noteMoved } from './moved-notes.ts'

/**
 * Lets what is behind a campaign's part go. People of a version that was stopped join the rest: their messages are fitted
 * to the campaign's content like the others.
 * @returns whether a part was waiting.
 */
export async function releaseRest(tx: App, businessId: number, campaignId: number): Promise<boolean> {
  await sql`
    update messages m set variant = null
    from dispatches d
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and d.part_id is not null
      and m.business_id = d.business_id and m.campaign_id = d.campaign_id
      and m.id between d.first_id and d.part_id and m.variant is not null and m.status = 'queued'
      and m.content_id <> all(d.content_ids || d.content_id)`.execute(tx.db)
  const released = await tx.db
    .updateTable('dispatches')
    .set({ state: 'open', hold_code: null, hold_reason: null, held_at: null, part_id: null })
    .set({ part_sent_at: null, moves: sql`moves + 1` })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'held')
    .where('part_sent_at', 'is not', null)
    .returning('phone_number_id')
    .executeTakeFirst()
  if (!released) return false
  await wakeLane(tx, businessId, released.phone_number_id)
  noteMoved(tx, businessId, campaignId)
  return true
}

/**
 * From here on no message of this content leaves: one version of several was stopped. Those of it that are queued wait
 * until the rest is released.
 */
export async function withdrawContent(
  tx: App,
  businessId: number,
  campaignId: number,
  contentId: number,
): Promise<void> {
  const withdrawn = await tx.db
    .updateTable('dispatches')
    .set({ content_ids: sql`array_remove(content_ids, ${contentId}::bigint)`, moves: sql`moves + 1` })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .returning('phone_number_id')
    .executeTakeFirst()
  if (withdrawn) await wakeLane(tx, businessId, withdrawn.phone_number_id)
  noteMoved(tx, businessId, campaignId)
}
