import type { App } from '#server/app.ts'
import { checkConnection } from './job-names.ts'

/** A check that was asked for and has not begun by then is not waited for any longer: the worker is down. */
const patienceMs = 120_000

/** Something about the connection has changed: it is checked again soon, and until then the report is out of date. */
export async function requestCheck(app: App, businessId: number): Promise<void> {
  const wanted_at = app.now()
  await app.transaction(async (tx) => {
    await tx.db
      .insertInto('doctor_requests')
      .values({ business_id: businessId, wanted_at })
      .onConflict((conflict) => conflict.column('business_id').doUpdateSet({ wanted_at }))
      .execute()
    await tx.enqueue(checkConnection, { business_id: businessId }, { singletonKey: String(businessId) })
  })
}

/** Whether a check was asked for that has not ended yet. */
export async function isCheckWanted(app: App, businessId: number): Promise<boolean> {
  const row = await app.db
    .selectFrom('doctor_requests')
    .select('business_id')
    .where('business_id', '=', businessId)
    .where('wanted_at', '>', new Date(app.now().getTime() - patienceMs))
    .executeTakeFirst()
  return row !== undefined
}

/** A check that began at `begunAt` has ended: what was asked for before it is answered. */
export async function answerRequests(app: App, businessId: number, begunAt: Date): Promise<void> {
  await app.db
    .deleteFrom('doctor_requests')
    .where('business_id', '=', businessId)
    .where('wanted_at', '<=', begunAt)
    .execute()
}
