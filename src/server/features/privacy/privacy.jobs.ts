import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { erasureJob, resumeErasures, runErasure } from './privacy.ts'
import { applyRetention } from './retention.ts'

const retentionJob = defineJob('privacy.apply-retention', z.object({}))
const resumeJob = defineJob('privacy.tend-erasures', z.object({}))

export function privacyJobs(app: () => App): HandledJob[] {
  return [
    handled(erasureJob, ({ business_id, erasure_id }, { signal }) =>
      runErasure(app(), business_id, erasure_id, signal),
    ),
    handled(retentionJob, (_, { signal }) => applyRetention(app(), signal), '51 3 * * *'),
    handled(resumeJob, () => resumeErasures(app()), everyMinute),
  ]
}
