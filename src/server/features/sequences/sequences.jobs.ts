import type { App } from '#server/app.ts'
import { templateMoved } from '#server/features/templates/templates.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { stepSequencesJob } from './model/job-names.ts'
import { stepSequences } from './plan/step-sequences.ts'

export function sequencesJobs(app: () => App): HandledJob[] {
  return [
    handled(stepSequencesJob, (_, { signal }) => stepSequences(app(), signal), everyMinute),
    handled(templateMoved, (_, { signal }) => stepSequences(app(), signal)),
  ]
}
