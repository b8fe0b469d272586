import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { wakeSnoozed } from './act/change.ts'
import { dropBytes, dropFiles } from './files/drop-files.ts'
import { bringFile, fetchFile } from './files/fetch-file.ts'
import { forgetChanges, forgetEarlyChanges } from './receive/changes.ts'

const wakeJob = defineJob('conversations.wake-snoozed', z.object({}), { queue: { policy: 'short' } })

export function conversationsJobs(app: () => App): HandledJob[] {
  return [
    handled(wakeJob, () => wakeSnoozed(app()), everyMinute),
    handled(fetchFile, ({ business_id, file_id }) => bringFile(app(), business_id, file_id)),
    handled(dropFiles, ({ business_id, hashes }) => dropBytes(app(), business_id, hashes)),
    handled(forgetChanges, () => forgetEarlyChanges(app()), '41 3 * * *'),
  ]
}
