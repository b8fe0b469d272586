import type { App } from '#server/app.ts'
import { retryFailedJob, startCampaignJob } from '../model/job-names.ts'
import { finishIfDrained, reopenFinished } from './control.ts'
import { resumeWaiting } from './stops.ts'

/** Work that is this late has lost its job: it was restored from a backup without its queue, for instance. */
const overdueSeconds = 45

/**
 * Finds what a lost job left behind: starts and second tries that are due, and campaigns with nothing left to send.
 * The jobs it adds may be doubles; they claim what they change.
 */
export async function sweepCampaigns(app: App): Promise<void> {
  const overdue = new Date(app.now().getTime() - overdueSeconds * 1000)
  const due = await app.db
    .selectFrom('campaigns')
    .select(['business_id', 'id'])
    .where('status', '=', 'Scheduled')
    .where('scheduled_at', '<', overdue)
    .limit(100)
    .execute()
  for (const { business_id, id } of due) await app.enqueue(startCampaignJob, { business_id, campaign_id: id })

  const retries = await app.db
    .selectFrom('campaigns')
    .select(['business_id', 'id'])
    .where('retry_at', '<', overdue)
    .where('status', '!=', 'Cancelled')
    .limit(100)
    .execute()
  for (const { business_id, id } of retries)
    await app.enqueue(retryFailedJob, { business_id, campaign_id: id })

  const drained = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('dispatches as d', (join) =>
      join.onRef('d.business_id', '=', 'c.business_id').onRef('d.campaign_id', '=', 'c.id'),
    )
    .select(['c.business_id', 'c.id'])
    .where('c.status', '=', 'Running')
    .where('d.drained_at', '<', overdue)
    .limit(100)
    .execute()
  for (const { business_id, id } of drained) await finishIfDrained(app, business_id, id)

  const reopened = await app.db
    .selectFrom('campaigns as c')
    .innerJoin('dispatches as d', (join) =>
      join.onRef('d.business_id', '=', 'c.business_id').onRef('d.campaign_id', '=', 'c.id'),
    )
    .select(['c.business_id', 'c.id'])
    .where('c.status', 'in', ['Completed', 'Failed'])
    .where('d.drained_at', 'is', null)
    .where('d.state', '=', 'open')
    .limit(100)
    .execute()
  for (const { business_id, id } of reopened)
    await reopenFinished(app, business_id, id, ['Completed', 'Failed'])

  await resumeWaiting(app)
}
