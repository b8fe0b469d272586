import { type RawBuilder, sql } from 'kysely'
import type { App } from '#server/app.ts'
import { contentOutdated } from '../model/job-names.ts'
import { noteMoved } from '../model/moved-notes.ts'

/** Why a person is skipped who has no value for a variable, as in the audience. */
const missingValue = 'missing_value'

export type Switch = {
  businessId: number
  campaignId: number
  contentId: number
  /** Each person's values in the new content's order, an element null where there is none; `l` is the lead. */
  values: RawBuilder<(string | null)[]>
}

/**
 * Messages `m` of a dispatch `d` that go with the campaign's content: those of an A/B test's versions only when it is
 * decided and their version was withdrawn.
 */
const isFitted = sql`(m.variant is null or d.content_ids is null
  or d.part_id is null and m.content_id <> all(d.content_ids))`

/**
 * From here on a campaign sends this content: what is still queued is fitted to it, and a person without a value is left
 * out. What has left keeps the content that it was sent with, and a version of an A/B test its own.
 */
export async function switchContent(
  tx: App,
  { businessId, campaignId, contentId, values }: Switch,
): Promise<void> {
  await tx.db
    .updateTable('dispatches')
    .set({ content_id: contentId, moves: sql`moves + 1` })
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .execute()
  await sql`
    with fitted as (
      select m.id, ${values} as vals, case when d.content_ids is null then m.variant end as variant
      from dispatches d
      join messages m on m.business_id = d.business_id and m.campaign_id = d.campaign_id
        and m.id between d.first_id and d.last_id
      left join leads l on l.business_id = m.business_id and l.id = m.lead_id
      where d.business_id = ${businessId} and d.campaign_id = ${campaignId}
        and m.status = 'queued' and m.content_id <> ${contentId}
        and ${isFitted}
      for update of m
    )
    update messages m set
      content_id = ${contentId}, variant = f.variant,
      variables = array_replace(f.vals, null, ''),
      status = case when array_position(f.vals, null) is null then 'queued' else 'skipped' end,
      reason = case when array_position(f.vals, null) is null then m.reason else ${missingValue} end,
      due_at = case when array_position(f.vals, null) is null then m.due_at end
    from fitted f
    where m.business_id = ${businessId} and m.id = f.id and m.status = 'queued'`.execute(tx.db)
  noteMoved(tx, businessId, campaignId)
}

/** Messages came back into the queue that were made for an earlier content: the campaign fits them. */
export async function askToFit(app: App, businessId: number, campaignId: number): Promise<void> {
  const { rows } = await sql`
    select 1 from dispatches d
    where d.business_id = ${businessId} and d.campaign_id = ${campaignId} and exists (
      select 1 from messages m
      where m.business_id = d.business_id and m.campaign_id = d.campaign_id
        and m.id between d.first_id and d.last_id and m.status = 'queued' and m.content_id <> d.content_id
        and ${isFitted})`.execute(app.db)
  if (rows.length === 0) return
  const job = { business_id: businessId, campaign_id: campaignId }
  await app.enqueue(contentOutdated, job, { singletonKey: `${businessId} ${campaignId}` })
}
