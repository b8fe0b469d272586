import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { noteMoved } from '../model/moved-notes.ts'

/** Keeps a single message back for some seconds, inside the transaction that queues it. @returns until when. */
export async function putOffSend(
  tx: App,
  businessId: number,
  messageId: number,
  seconds: number,
): Promise<Date> {
  const { due_at } = await tx.db
    .updateTable('messages')
    .set({ due_at: sql<Date>`now() + ${seconds} * interval '1 second'` })
    .where('business_id', '=', businessId)
    .where('id', '=', messageId)
    .where('status', '=', 'queued')
    .returning('due_at')
    .executeTakeFirstOrThrow()
  return due_at!
}

/** Takes back a single message whose time has not come. @returns false where it is on its way or was never kept back. */
export async function takeBackSend(tx: App, businessId: number, messageId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('messages')
    .set({ status: 'cancelled', due_at: null })
    .where('business_id', '=', businessId)
    .where('id', '=', messageId)
    .where('campaign_id', 'is', null)
    .where('status', '=', 'queued')
    .where('attempts', '=', 0)
    .where('due_at', '>', sql<Date>`(select clock_timestamp())`)
    .executeTakeFirstOrThrow()
  noteMoved(tx, businessId, null)
  return numUpdatedRows > 0n
}
