import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/**
 * Publishes what is due, for as long as there is something. Two in a process: the second finds the first at work and
 * returns, so that wakes do not queue up behind it.
 */
export const publishDue = defineJob('social.publish-due', z.object({}), {
  queue: {
    policy: 'short',
    heartbeatSeconds: 10,
    // The longest that pg-boss allows; it ends by itself long before.
    expireInSeconds: 24 * 3600 - 1,
    retryLimit: 3,
    retryDelay: 0,
  },
  concurrency: 2,
})

/** Notes that something is due: the publishers that run look again. */
export const publishChannel = 'social_publish'
