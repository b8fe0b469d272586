import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { notify } from '#server/platform/notify.ts'
import { StoredReason } from '#server/stored-text/stored-text.ts'

const Id = z.number().int().positive()

/**
 * Empties the outbox of one phone number; the number's id is the key. `exclusive`: one of a key, waiting or
 * running, so that waking a lane that runs adds nothing, and no second lane of a number can start beside it.
 * When its process dies the heartbeat ends and another process gets the job.
 */
export const laneJob = defineJob(
  'messages.lane',
  z.object({ business_id: Id, phone_number_id: z.string() }),
  {
    queue: {
      policy: 'exclusive',
      heartbeatSeconds: 10,
      // The longest that pg-boss allows; a lane ends by itself long before.
      expireInSeconds: 24 * 3600 - 1,
      retryLimit: 1000,
      retryDelay: 0,
    },
    concurrency: 16,
  },
)

/** Wakes lanes with work and nobody at it, and has unknowns settled whose time is over. */
export const sweepJob = defineJob('messages.sweep', z.object({}), { queue: { policy: 'short' } })

/** Settles a business's unknowns whose time is over; the business's id is the key. */
export const settleUnknownsJob = defineJob('messages.settle-unknowns', z.object({ business_id: Id }), {
  queue: { policy: 'exclusive', deleteAfterSeconds: 60 },
  concurrency: 2,
})

/** Everything of a campaign has gone out or never will. May come again: after a second try, for instance. */
export const campaignDrained = defineJob(
  'messages.campaign-drained',
  z.object({ business_id: Id, campaign_id: Id }),
  { queue: { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 }, concurrency: 2 },
)

/** The part of a campaign that goes first has gone out; the rest is held. Handled by campaigns. */
export const campaignPartSent = defineJob(
  'messages.campaign-part-sent',
  z.object({ business_id: Id, campaign_id: Id }),
  { queue: { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 }, concurrency: 2 },
)

/** Queued messages of a campaign were made for an earlier version of its template. Handled by campaigns. */
export const contentOutdated = defineJob(
  'messages.content-outdated',
  z.object({ business_id: Id, campaign_id: Id }),
  { queue: { policy: 'short', retryLimit: 10, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 } },
)

/** The engine held a campaign back for a reason that holds for everybody in it. */
export const campaignStopped = defineJob(
  'messages.campaign-stopped',
  z.object({
    business_id: Id,
    campaign_id: Id,
    code: z.string(),
    reason: StoredReason,
    /** What was stopped: only this campaign, its number, or the whole account. */
    scope: z.enum(['campaign', 'number', 'account']).optional(),
    /** The message whose refusal stopped it. */
    message_id: Id.optional(),
  }),
  { queue: { retryLimit: 20, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 }, concurrency: 2 },
)

/**
 * A number began to wait; it goes on by itself. A wait that comes back within ten minutes is the same wait and is not
 * told again.
 */
export const numberWaits = defineJob(
  'messages.number-waits',
  z.object({
    business_id: Id,
    phone_number_id: z.string(),
    /** That of the pause or limit: a wait for the same is the same wait. */
    code: z.string(),
    reason: StoredReason,
    /** When it is to go on, ISO 8601; null: when somebody connects it. */
    until: z.string().nullable(),
  }),
  { queue: { retryLimit: 5, retryDelay: 1, retryBackoff: true } },
)

/** Notes for lanes: `<phone_number_id>`: look again, something of yours has changed. */
export const lanesChannel = 'lanes'
/** Notes to a business that its messages moved: `<business_id>:<campaign_id>`, the latter empty for single sends. */
export const messagesChannel = 'messages'

/** Has a lane look again: starts it where it does not run, and tells it where it does. */
export async function wakeLane(app: App, businessId: number, phoneNumberId: string): Promise<void> {
  await notify(app.db, lanesChannel, phoneNumberId)
  await app.enqueue(
    laneJob,
    { business_id: businessId, phone_number_id: phoneNumberId },
    { singletonKey: phoneNumberId },
  )
}
