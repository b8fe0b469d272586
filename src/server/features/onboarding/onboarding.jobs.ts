import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { endExpiredBlocks } from './account/account-state.ts'
import {
  checkAllConnections,
  checkConnection,
  claimHostedSignup,
  endBlocks,
  forgetLoginStates as forgetLoginStatesJob,
} from './account/job-names.ts'
import { claimIfClear } from './connect/hosted-signup.ts'
import { forgetLoginStates } from './connect/oauth-state.ts'
import { examine, examineAll } from './doctor/doctor.ts'

export function onboardingJobs(app: () => App): HandledJob[] {
  return [
    handled(checkConnection, async ({ business_id }) => {
      await examine(app(), business_id)
    }),
    handled(checkAllConnections, () => examineAll(app()), '41 2 * * *'),
    handled(endBlocks, () => endExpiredBlocks(app()), everyMinute),
    handled(claimHostedSignup, ({ waba_id }) => claimIfClear(app(), waba_id)),
    handled(forgetLoginStatesJob, () => forgetLoginStates(app()), '23 3 * * *'),
  ]
}
