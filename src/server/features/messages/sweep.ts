import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { endLimit } from './lane/claim/daily-limit.ts'
import { settleUnknownsJob, wakeLane } from './model/job-names.ts'
import { endPause, type LaneKey, notConnectedCode, tierLimitedCode } from './model/lane-pause.ts'
import { clearMissingReports } from './outcome/reports.ts'
import { settleDueUnknowns } from './outcome/unknown.ts'

/** Once a minute: nothing waits for longer than that for want of somebody who noticed. */
export async function sweep(app: App): Promise<void> {
  const { rows } = await sql<{ business_id: number }>`
    select distinct business_id from messages where due_at <= now() and status = 'unknown'`.execute(app.db)
  for (const { business_id } of rows) {
    await app.enqueue(settleUnknownsJob, { business_id }, { singletonKey: String(business_id) })
  }
  await clearMissingReports(app)
  for (const { business_id, phone_number_id } of await lanesWithWork(app)) {
    await wakeLane(app, business_id, phone_number_id)
  }
}

/** A business with many holds up no other: each has a job of its own, in whichever process is free. */
export async function settleUnknownsOf(app: App, businessId: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await settleDueUnknowns(app, { businessId })) > 0) {
    app.log.debug({ business: businessId }, 'unknown messages were settled')
  }
}

/**
 * Numbers with something to send or to finish, that do not wait for a time or a person. One at its 24 h limit is looked
 * at once a minute, for second tries of people whom it may write to.
 */
async function lanesWithWork(
  app: App,
  lane?: LaneKey,
): Promise<{ business_id: number; phone_number_id: string }[]> {
  const only = lane
    ? sql`and w.business_id = ${lane.businessId} and w.phone_number_id = ${lane.phoneNumberId}`
    : sql``
  const { rows } = await sql<{ business_id: number; phone_number_id: string }>`
    select w.business_id, w.phone_number_id from (
      select business_id, phone_number_id from dispatches where drained_at is null and state <> 'held'
      union
      select m.business_id, m.phone_number_id from messages m
      left join dispatches d on d.business_id = m.business_id and d.campaign_id = m.campaign_id
      where m.due_at <= now() + interval '1 minute' and m.status in ('queued', 'sending')
        and (m.campaign_id is null or d.state <> 'held')
    ) w
    left join lanes l on l.business_id = w.business_id and l.phone_number_id = w.phone_number_id
      and greatest(l.paused_until, ${lane ? sql`l.limited_until` : sql`null`}) > now() + interval '1 minute'
    where l.business_id is null ${only}`.execute(app.db)
  return rows
}

/** Between a lane's last look and its end somebody may have woken it in vain. */
const lookBackMs = 1_500

/** Looks once more, after a lane has ended, whether something came in at the last moment. */
export function lookBack(app: App, lane: LaneKey, signal: AbortSignal): void {
  setTimeout(() => {
    if (signal.aborted) return
    lanesWithWork(app, lane)
      .then((lanes) => (lanes.length > 0 ? wakeLane(app, lane.businessId, lane.phoneNumberId) : undefined))
      .catch((error: unknown) => app.log.debug({ err: error }, 'a look back failed; the sweep looks too'))
  }, lookBackMs).unref()
}

/** An account can send (again), or more than before: what waits for its numbers goes on. */
export async function wakeAccount(app: App, businessId: number, wabaId: string): Promise<void> {
  const numbers = await app.db
    .selectFrom('phone_numbers')
    .select('phone_number_id')
    .where('business_id', '=', businessId)
    .where('waba_id', '=', wabaId)
    .execute()
  for (const { phone_number_id } of numbers) {
    await endPause(app, { businessId, phoneNumberId: phone_number_id }, [notConnectedCode, tierLimitedCode])
    await endLimit(app, { businessId, phoneNumberId: phone_number_id })
    await wakeLane(app, businessId, phone_number_id)
  }
}
