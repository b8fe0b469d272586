import type { App } from '#server/app.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { holdCaller } from '../members.ts'

/**
 * Lets one change of a business's team happen at a time: two people who remove each other, two last ones who leave.
 * @throws AppError `unauthenticated` when the caller was removed meanwhile.
 */
export async function lockTeam(tx: App, caller: { businessId: number; userId: number }): Promise<void> {
  await lockOfBusiness(tx.db, caller.businessId, 'team')
  await holdCaller(tx, caller)
}
