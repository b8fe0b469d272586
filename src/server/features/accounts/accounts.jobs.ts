import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, type HandledJob, handled } from '#server/platform/jobs.ts'
import { forgetOldSessions } from './accounts.ts'

const forgetSessions = defineJob('accounts.forget-sessions', z.object({}))

export function accountsJobs(app: () => App): HandledJob[] {
  return [handled(forgetSessions, () => forgetOldSessions(app()), '17 3 * * *')]
}
