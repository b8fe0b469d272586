import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { holdDispatch } from '#server/features/messages/messages.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { storedClock, textOf } from '#server/stored-text/stored-text.ts'
import { move } from '../model/history.ts'

/** Everything that runs or waits for its time is paused: the business is to be deleted. */
export async function pauseAllCampaigns(
  tx: App,
  { businessId, userId }: Pick<Caller, 'businessId' | 'userId'>,
): Promise<void> {
  const campaigns = await tx.db
    .selectFrom('campaigns')
    .select('id')
    .where('business_id', '=', businessId)
    .where('status', 'in', ['Running', 'Scheduled'])
    .orderBy('id')
    .execute()
  const happening = { kind: 'paused' as const, text: textOf('campaigns.event.paused'), userId }
  for (const { id } of campaigns) {
    if (await move(tx, businessId, id, 'Paused', happening, { code: 'paused' }))
      await holdDispatch(tx, businessId, id, { code: 'paused', reason: textOf('campaigns.reason.paused') })
  }
}

/** Why a campaign waits: the database went back, and only its owner can know what is still wanted. */
export const wentBackCode = 'database_went_back'

/**
 * The database went back to this moment: campaigns that ran in it, or were to start since, wait for their owners.
 * @returns how many of each business.
 */
export async function holdForOwner(tx: App, backTo: Date): Promise<{ businessId: number; held: number }[]> {
  const campaigns = await tx.db
    .selectFrom('campaigns')
    .select(['business_id', 'id', 'timezone'])
    .where(({ or, and, eb }) =>
      or([
        eb('status', '=', 'Running'),
        and([eb('status', '=', 'Scheduled'), eb('scheduled_at', '<=', sql<Date>`now()`)]),
      ]),
    )
    .orderBy('business_id')
    .orderBy('id')
    .execute()
  const held = new Map<number, number>()
  for (const { business_id, id, timezone } of campaigns) {
    const reason = textOf('campaigns.reason.wentBack', { date: storedClock(timezone).start(backTo) })
    const happening = { kind: 'waited' as const, text: reason, code: wentBackCode }
    if (!(await move(tx, business_id, id, 'Paused', happening, { reason, code: wentBackCode }))) continue
    await holdDispatch(tx, business_id, id, { code: wentBackCode, reason })
    held.set(business_id, (held.get(business_id) ?? 0) + 1)
  }
  return [...held].map(([businessId, count]) => ({ businessId, held: count }))
}
