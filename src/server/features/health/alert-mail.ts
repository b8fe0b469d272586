import { z } from 'zod'
import type { App } from '#server/app.ts'
import { activeMembers, mailColumns, mailLanguage } from '#server/features/accounts/accounts.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { defineJob } from '#server/platform/jobs.ts'
import { alertText } from './alert-text.ts'
import { openAlerts, takeUnmailed } from './alerts.ts'

/** Mails problems to one person. A job for each person: one whose mailbox refuses repeats no other's mail. */
export const mailAlerts = defineJob(
  'health.mail-alerts',
  z.object({
    business_id: z.number(),
    user_id: z.number(),
    alerts: z.array(z.object({ kind: z.string(), subject: z.string() })),
  }),
  { queue: { retryLimit: 10, retryDelay: 30, retryBackoff: true } },
)

/** That problems are mailed and the jobs that mail them are stored together. */
export async function queueAlertMails(app: App): Promise<void> {
  if (!app.mail) return
  await app.transaction(async (tx) => {
    const taken = await takeUnmailed(tx)
    for (const businessId of new Set(taken.map(({ business_id }) => business_id))) {
      const alerts = taken
        .filter(({ business_id }) => business_id === businessId)
        .map(({ kind, subject }) => ({ kind, subject }))
      const people = await activeMembers(tx.db, businessId).select('users.id').orderBy('users.id').execute()
      for (const { id } of people) {
        await tx.enqueue(mailAlerts, { business_id: businessId, user_id: id, alerts })
      }
    }
  })
}

/** Mails one person what of it is still broken. */
export async function mailAlertsTo(
  app: App,
  { business_id, user_id, alerts }: z.output<typeof mailAlerts.payload>,
): Promise<void> {
  const user = await activeMembers(app.db, business_id)
    .select(['users.email', ...mailColumns])
    .where('users.id', '=', user_id)
    .executeTakeFirst()
  if (!user || !app.mail) return
  const open = (await openAlerts(app, business_id)).filter(({ kind, subject }) =>
    alerts.some((one) => one.kind === kind && one.subject === subject),
  )
  if (open.length === 0) return
  const mail = inLanguage(mailLanguage(user), () => ({
    subject: open.length === 1 ? alertText(open[0]!) : t('health.mail.subject', { count: open.length }),
    text: [
      ...open.map((alert) => `${alertText(alert)} ${t(`health.remedy.${alert.kind}`)}`),
      t('health.mail.link', { link: `${app.settings.publicUrl}/marketing/meta/doctor` }),
      '',
    ].join('\n\n'),
  }))
  await app.mail({ to: user.email, ...mail })
}
