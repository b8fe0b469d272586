import { z } from 'zod'
import { Id } from '#contract/values.ts'
import { defineJob } from '#server/platform/jobs.ts'

/** Schedules the rows of a confirmed file of posts. One job for each import. */
export const importPosts = defineJob('social.import-posts', z.object({ business_id: Id, id: Id }), {
  queue: { policy: 'exclusive', retryLimit: 20, retryDelay: 5, expireInSeconds: 3_600 },
})
