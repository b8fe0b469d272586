import { z } from 'zod'
import type { App } from '#server/app.ts'
import { defineJob, everyMinute, type HandledJob, handled } from '#server/platform/jobs.ts'
import { mailAlerts, mailAlertsTo, queueAlertMails } from './alert-mail.ts'
import { watchInstall } from './alerts.ts'

const watchJob = defineJob('health.watch', z.object({}), { queue: { policy: 'short' } })

export function healthJobs(app: () => App): HandledJob[] {
  return [
    handled(
      watchJob,
      async () => {
        await watchInstall(app())
        await queueAlertMails(app())
      },
      everyMinute,
    ),
    handled(mailAlerts, (mail) => mailAlertsTo(app(), mail)),
  ]
}
