import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { erasureJob, resumeErasures, runErasure } from './privacy.ts'

const resumeJob = defineJob('privacy.tend-erasures', z.object({}))

export function privacyJobs(app: () => App): HandledJob[] {
  return [
    handled(erasureJob, ({ business_id, erasure_id }, { signal }) =>
      runErasure(app(), business_id, erasure_id, signal),
    ),
    handled(resumeJob, () => resumeErasures(app()), everyMinute),
  ]
}
