import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

const OneCampaign = z.object({ business_id: z.number().int(), campaign_id: z.number().int() })

/** Starts a campaign at its time: draws the audience and fills the outbox. */
export const startCampaignJob = defineJob('campaigns.start', OneCampaign, {
  // A million people take half a minute; a try that was cut short left nothing behind.
  queue: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 900 },
  concurrency: 2,
})

/** Tries a campaign's failed messages again at the time the owner chose. */
export const retryFailedJob = defineJob('campaigns.retry-failed', OneCampaign, {
  queue: { retryLimit: 5, retryDelay: 10, retryBackoff: true },
})

/** Decides a pilot or an A/B test when the time for looking is over. */
export const decideTrialJob = defineJob('campaigns.decide-trial', OneCampaign, {
  queue: { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 900 },
})

/** Finds pilots and A/B tests that lost their job. */
export const sweepTrialsJob = defineJob('campaigns.sweep-trials', z.object({}), {
  queue: { policy: 'short' },
})

/** Finds what a lost note left behind: starts that are due and have no job, campaigns that have nothing left to send. */
export const sweepCampaignsJob = defineJob('campaigns.sweep', z.object({}), { queue: { policy: 'short' } })
