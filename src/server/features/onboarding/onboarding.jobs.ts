import type { App } from '#server/app.ts'
import { everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { endExpiredBlocks } from './account-state.ts'
import { examine, examineAll } from './doctor.ts'
import { claimIfClear } from './hosted-signup.ts'
import { forgetLoginStates } from './oauth-state.ts'
import {
  checkAllConnections,
  checkConnection,
  claimHostedSignup,
  endBlocks,
  forgetLoginStates as forgetLoginStatesJob,
} from './onboarding.job-names.ts'

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
