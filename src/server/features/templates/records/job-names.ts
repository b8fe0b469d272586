import { z } from 'zod'
import { defineJob } from '#server/platform/jobs.ts'
import { StoredReason } from '#server/stored-text/stored-text.ts'

/** Why campaigns stop whose template costs something else now. */
export const templateCategoryCode = 'template_category_changed'
/** Why campaigns wait for a template whose new version is under review. */
export const templateInReviewCode = 'template_in_review'

/** A template can no longer be sent as it was when campaigns were planned: they stop and say why. Handled by campaigns. */
export const templateStopped = defineJob(
  'templates.stopped',
  z.object({
    business_id: z.number().int(),
    provider_template_id: z.string(),
    /** template_paused, template_disabled, template_in_review, template_category_changed … */
    code: z.string(),
    reason: StoredReason,
    /** The owner edited it and wants to look before campaigns go on with the new version. */
    ask: z.boolean().optional(),
  }),
  { queue: { retryLimit: 5, retryDelay: 5, retryBackoff: true } },
)

/** A template can be sent again. Handled by campaigns. */
export const templateResumed = defineJob(
  'templates.resumed',
  z.object({ business_id: z.number().int(), provider_template_id: z.string() }),
  { queue: { retryLimit: 5, retryDelay: 5, retryBackoff: true } },
)

/** A template can be sent, cannot any more, or has another category. Handled by sequences, whose messages may wait for it. */
export const templateMoved = defineJob('templates.moved', z.object({ business_id: z.number().int() }), {
  queue: { policy: 'short', retryLimit: 5, retryDelay: 5, retryBackoff: true },
})

/** One account's templates are compared with the provider's, and what waits is submitted. */
export const syncAccount = defineJob(
  'templates.sync-account',
  z.object({ business_id: z.number().int(), waba_id: z.string() }),
  { queue: { policy: 'short', retryLimit: 3, retryDelay: 30, retryBackoff: true }, concurrency: 2 },
)

/** By the clock: every connected account. */
export const syncAllAccounts = defineJob('templates.sync-all-accounts', z.object({}))

/** One template is read anew from the provider, where events alone do not tell how it stands. */
export const refreshTemplate = defineJob(
  'templates.refresh',
  z.object({ business_id: z.number().int(), waba_id: z.string(), provider_template_id: z.string() }),
  { queue: { policy: 'short', retryLimit: 3, retryDelay: 10, retryBackoff: true }, concurrency: 2 },
)

/** Reads templates again whose review or edit may have ended without our notice. */
export const sweepTemplates = defineJob('templates.sweep', z.object({}), { queue: { policy: 'short' } })

/** A template that has not reached the provider is submitted. */
export const submitWaiting = defineJob(
  'templates.submit-waiting',
  z.object({
    business_id: z.number().int(),
    template_id: z.number().int(),
    /** How often it was put off before. */
    retries: z.number().int().optional(),
  }),
  { queue: { retryLimit: 8, retryDelay: 30, retryBackoff: true }, concurrency: 2 },
)
