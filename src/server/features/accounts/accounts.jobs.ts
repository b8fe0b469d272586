import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { forgetOldSessions } from './accounts.ts'
import type { LeaveProviders, StopSending } from './closing/closing.ts'
import { deletionJob, runDeletion, tendDeletions } from './closing/run-deletion.ts'
import { forgetOldConfirmations } from './security/confirm-email.ts'
import { forgetOldChallenges } from './security/passkeys.ts'

const forgetSessions = defineJob('accounts.forget-sessions', z.object({}))
const tendJob = defineJob('accounts.tend-deletions', z.object({}))

export function accountsJobs(
  app: () => App,
  { stop, leave }: { stop: StopSending; leave: LeaveProviders },
): HandledJob[] {
  return [
    handled(
      forgetSessions,
      async () => {
        await forgetOldSessions(app())
        await forgetOldChallenges(app())
        await forgetOldConfirmations(app())
      },
      '17 3 * * *',
    ),
    handled(tendJob, () => tendDeletions(app(), stop), everyMinute),
    handled(deletionJob, ({ business_id }, { signal }) => runDeletion(app(), business_id, leave, signal)),
  ]
}
