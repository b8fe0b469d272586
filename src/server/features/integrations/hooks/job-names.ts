import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/** Triggers of the database notify it when events are written. */
export const hookEventsChannel = 'hook_events'

/** Delivers events. One runs over all processes, for hours; the clock starts it again. */
export const deliverHooks = defineJob('integrations.deliver-hooks', z.object({}), {
  queue: {
    policy: 'exclusive',
    heartbeatSeconds: 10,
    expireInSeconds: 24 * 3600 - 1,
    retryLimit: 1000,
    retryDelay: 0,
    deleteAfterSeconds: 60,
  },
})
