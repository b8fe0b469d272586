import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, type HandledJob, handled } from '#server/platform/jobs.ts'
import { forgetOldSessions } from './accounts.ts'
import { forgetOldChallenges } from './security/passkeys.ts'

const forgetSessions = defineJob('accounts.forget-sessions', z.object({}))

export function accountsJobs(app: () => App): HandledJob[] {
  return [
    handled(
      forgetSessions,
      async () => {
        await forgetOldSessions(app())
        await forgetOldChallenges(app())
      },
      '17 3 * * *',
    ),
  ]
}
