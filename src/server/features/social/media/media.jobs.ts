import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { removeUnused } from './clean-up.ts'
import { findVideosToPrepare, prepareFile, removeUnusedMedia } from './job-names.ts'
import { enqueueVideos, prepareOne } from './prepare.ts'

export function mediaJobs(app: () => App): HandledJob[] {
  return [
    handled(findVideosToPrepare, () => enqueueVideos(app()), everyMinute),
    handled(prepareFile, (file, { signal }) => prepareOne(app(), file, signal)),
    handled(removeUnusedMedia, () => removeUnused(app()), '23 * * * *'),
  ]
}
