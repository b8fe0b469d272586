import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/** Counts what changed. One runs over all processes, for hours; the clock starts it again. */
export const keepFigures = defineJob('analytics.keep', z.object({}), {
  queue: {
    policy: 'exclusive',
    heartbeatSeconds: 10,
    expireInSeconds: 24 * 3600 - 1,
    retryLimit: 1000,
    retryDelay: 0,
    deleteAfterSeconds: 60,
  },
})

/** Compares kept figures with a count of the rows. */
export const checkFigures = defineJob('analytics.check', z.object({}), { queue: { policy: 'exclusive' } })
