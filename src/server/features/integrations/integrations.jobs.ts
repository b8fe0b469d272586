import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { forgetOldDeliveries } from './hooks/delivery-log.ts'
import { deliverHooks } from './hooks/job-names.ts'
import { deliverForAShift } from './hooks/pump.ts'
import { forgetOldAnswers } from './idempotency/kept-answers.ts'

const forget = defineJob('integrations.forget', z.object({}))

export function integrationsJobs(app: () => App): HandledJob[] {
  return [
    handled(deliverHooks, (_, context) => deliverForAShift(app(), context), everyMinute),
    handled(
      forget,
      async () => {
        await forgetOldAnswers(app())
        await forgetOldDeliveries(app())
      },
      '41 * * * *',
    ),
  ]
}
