import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { wakeSnoozed } from './act/change.ts'

const wakeJob = defineJob('conversations.wake-snoozed', z.object({}), { queue: { policy: 'short' } })

export function conversationsJobs(app: () => App): HandledJob[] {
  return [handled(wakeJob, () => wakeSnoozed(app()), everyMinute)]
}
