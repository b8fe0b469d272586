import { z } from 'zod'
import { platforms } from '#contract/social/networks.ts'
import { defineJob } from '#server/platform/jobs.ts'

/** Finds the accounts whose figures are due. */
export const findDueInsights = defineJob('social.find-due-insights', z.object({}))

const payload = z.object({ business_id: z.number(), account_id: z.number() })

/** Fetches what is due of one account. A queue for each network: one that does not answer holds none of the others. */
export const fetchInsightsOf = Object.fromEntries(
  platforms.map((platform) => [
    platform,
    defineJob(`social.fetch-insights-${platform}`, payload, {
      concurrency: 2,
      queue: { policy: 'short', retryLimit: 2 },
    }),
  ]),
) as Record<(typeof platforms)[number], ReturnType<typeof defineJob<typeof payload>>>
