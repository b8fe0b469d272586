import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/** Takes on everybody whose next step is due. What one run leaves behind the next one finds by the rows. */
export const stepSequencesJob = defineJob('sequences.step', z.object({}), {
  queue: { policy: 'short', heartbeatSeconds: 10, retryLimit: 3, retryDelay: 2, expireInSeconds: 3600 },
})
