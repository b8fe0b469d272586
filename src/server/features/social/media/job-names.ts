import { z } from 'zod'
import { Platform, PostFormat } from '#contract/social/networks.ts'
import { defineJob } from '#server/platform/jobs.ts'

const Fraction = z.number()

/** Makes one file for a network before its post is due. Transcoding takes the whole machine: one at a time. */
export const prepareFile = defineJob(
  'social.prepare-file',
  z.object({
    business_id: z.number(),
    media_id: z.number(),
    platform: Platform,
    format: PostFormat,
    crop: z
      .object({
        x: Fraction,
        y: Fraction,
        width: Fraction,
        height: Fraction,
        border: z.boolean().optional(),
      })
      .nullable(),
    focal: z.object({ x: Fraction, y: Fraction }).nullable(),
  }),
  // Of a long film: a job that takes longer is handed on to another process, which waits for the claim.
  { concurrency: 1, queue: { policy: 'short', retryLimit: 1, expireInSeconds: 4 * 3600 } },
)

/** Finds the videos of posts that are due soon. */
export const findVideosToPrepare = defineJob('social.find-videos-to-prepare', z.object({}))

/** Removes files that no post needs any more. */
export const removeUnusedMedia = defineJob('social.remove-unused-media', z.object({}))
