import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { campaignMessages } from '../model/rows.ts'

/** When the last of a campaign's messages was taken or refused: it is done then, whenever that is noticed. */
export async function lastSettled(tx: App, businessId: number, id: number): Promise<Date | null> {
  const { at } = await campaignMessages(tx.db, businessId, id)
    .select(sql<Date | null>`max(greatest(m.accepted_at, m.failed_at))`.as('at'))
    .executeTakeFirstOrThrow()
  return at && at < tx.now() ? at : null
}
