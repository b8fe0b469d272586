import { sql } from 'kysely'
import type { App } from '#server/app.ts'

export type Recovery = {
  back_to: Date
  unknown: number
  accepted: number
  opt_outs: number
  held: number
  missing: boolean
}

/** What the last days' losses of the database meant for a business, the latest one. */
export async function recentRecovery(app: App, businessId: number): Promise<Recovery | undefined> {
  const { rows } = await sql<Recovery>`
    select back_to, unknown, accepted + without_row as accepted, opt_outs, held, missing from recoveries
    where business_id = ${businessId} and at > now() - interval '7 days' order by epoch desc limit 1`.execute(
    app.db,
  )
  return rows[0]
}
