import { z } from 'zod'
import { Id } from '#contract/values.ts'
import { defineJob } from '#server/platform/jobs.ts'

/** Schedules the rows of a confirmed file of posts. One job for each import. */
export const importPosts = defineJob('social.import-posts', z.object({ business_id: Id, id: Id }), {
  queue: { policy: 'exclusive', retryLimit: 20, retryDelay: 5, expireInSeconds: 3_600 },
})

/** Makes the posts of series that have come within reach of the calendar. */
export const makeSeriesPosts = defineJob('social.make-series-posts', z.object({}))

/** Forgets presses of the composer's button that nobody sends again. */
export const forgetPostRequests = defineJob('social.forget-post-requests', z.object({}))
