import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { publishDue } from './job-names.ts'
import { runPublisher } from './publisher.ts'

export function publishJobs(app: () => App): HandledJob[] {
  return [handled(publishDue, (_, { signal }) => runPublisher(app(), signal), everyMinute)]
}
