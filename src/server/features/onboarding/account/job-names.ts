import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

const Connection = z.object({ business_id: z.number().int(), waba_id: z.string() })

/** An account can be used again: its templates are to be fetched, and local ones that wait are to be submitted. */
export const templatesWanted = defineJob('onboarding.templates-wanted', Connection, {
  queue: { retryLimit: 5, retryDelay: 10, retryBackoff: true },
  concurrency: 2,
})

/**
 * Whether an account can send has changed, or how much: its numbers look again, and what waits for them goes on or
 * stops.
 */
export const lanesWanted = defineJob('onboarding.lanes-wanted', Connection, {
  queue: { retryLimit: 5, retryDelay: 5, retryBackoff: true },
  concurrency: 2,
})

/** An account can send (again): campaigns that were stopped for want of it go on. */
export const campaignsWanted = defineJob('onboarding.campaigns-wanted', Connection, {
  queue: { retryLimit: 5, retryDelay: 5, retryBackoff: true },
  concurrency: 2,
})

/** Once a minute: blocks of accounts that end by themselves are over. */
export const endBlocks = defineJob('onboarding.end-blocks', z.object({}), { queue: { policy: 'short' } })

/** Checks a business's whole connection, live. */
export const checkConnection = defineJob(
  'onboarding.check-connection',
  z.object({ business_id: z.number().int() }),
  {
    queue: { policy: 'short', retryLimit: 2, retryDelay: 60 },
    concurrency: 2,
  },
)

/** Once a day: every business that has an account is checked. */
export const checkAllConnections = defineJob('onboarding.check-all-connections', z.object({}))

/** Used and expired states of logins are forgotten. */
export const forgetLoginStates = defineJob('onboarding.forget-login-states', z.object({}))

/** A signup on the provider's own page is finished, where it is clear whose it is. */
export const claimHostedSignup = defineJob(
  'onboarding.claim-hosted-signup',
  z.object({ waba_id: z.string() }),
  {
    queue: { retryLimit: 3, retryDelay: 30, retryBackoff: true },
  },
)
