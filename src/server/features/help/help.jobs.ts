import type { App } from '#server/app.ts'
import { type HandledJob, handled } from '#server/platform/jobs.ts'
import { mailHelpMessage, passOn } from './help.ts'

export function helpJobs(app: () => App): HandledJob[] {
  return [handled(mailHelpMessage, (message) => passOn(app(), message))]
}
