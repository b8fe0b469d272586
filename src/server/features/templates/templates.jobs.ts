import type { App } from '#server/app.ts'
import { templatesWanted } from '#server/features/onboarding/onboarding.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { submitInBackground } from './provider/submit.ts'
import { sweepReviews } from './provider/sweep-reviews.ts'
import { enqueueSyncs, refreshOne, syncInBackground } from './provider/sync.ts'
import {
  refreshTemplate,
  submitWaiting,
  sweepTemplates,
  syncAccount,
  syncAllAccounts,
} from './records/job-names.ts'

export function templatesJobs(app: () => App): HandledJob[] {
  return [
    handled(templatesWanted, ({ business_id, waba_id }) => syncInBackground(app(), business_id, waba_id)),
    handled(syncAccount, ({ business_id, waba_id }) => syncInBackground(app(), business_id, waba_id)),
    // Webhooks tell most changes at once; this finds those that were lost.
    handled(syncAllAccounts, () => enqueueSyncs(app()), '*/20 * * * *'),
    handled(sweepTemplates, () => sweepReviews(app()), everyMinute),
    handled(refreshTemplate, ({ business_id, waba_id, provider_template_id }) =>
      refreshOne(app(), business_id, waba_id, provider_template_id),
    ),
    handled(submitWaiting, ({ business_id, template_id, retries }) =>
      submitInBackground(app(), business_id, template_id, retries),
    ),
  ]
}
