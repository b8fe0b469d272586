import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'

/** Makes the posts of series that have come within reach of the calendar. */
export const makeSeriesPosts = defineJob('social.make-series-posts', z.object({}))

/** Forgets presses of the composer's button that nobody sends again. */
export const forgetPostRequests = defineJob('social.forget-post-requests', z.object({}))
