import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { wakeLane } from '../model/job-names.ts'
import { countMoved, type Moved, movedColumns, notifyMoved } from '../model/moved.ts'

type LeftOut = Moved & { numbers: string[] }

/**
 * What has not left of campaigns and sequences to an address without consent leaves no more: its owner is being asked for
 * it. In the transaction that asks.
 */
export async function leaveOutAsked(tx: App, businessId: number, address: string): Promise<void> {
  const { rows } = await sql<LeftOut>`
    with changed as (
      update messages m set status = 'skipped', reason = 'awaits_confirmation', due_at = null
      where m.business_id = ${businessId} and m.recipient_phone = ${address} and m.status = 'queued'
        and (m.campaign_id is not null or m.sequence_id is not null)
        and (select l.consent from leads l where l.business_id = ${businessId} and l.id = m.lead_id) = 'none'
      returning m.business_id, m.campaign_id, m.id, m.phone_number_id
    ),
    ${countMoved(businessId)}
    select ${movedColumns}, array_agg(distinct phone_number_id) as numbers from changed group by 1, 2`.execute(
    tx.db,
  )
  await notifyMoved(tx, rows)
  // A campaign that waits for nothing but this person is done.
  for (const number of new Set(rows.flatMap(({ numbers }) => numbers))) await wakeLane(tx, businessId, number)
}
