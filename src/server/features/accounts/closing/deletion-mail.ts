import { graceDays } from '#contract/security/closing.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { activeMembers } from '../members.ts'
import { mailColumns, mailLanguage } from '../user.ts'

/** Tells every member while it can be taken back; a mail that fails is logged, the screen says it too. */
export async function mailDeletion(app: App, businessId: number): Promise<void> {
  const { mail } = app
  if (!mail) return
  const notMailed = (error: unknown) =>
    app.log.warn({ err: error }, 'the deletion of a business could not be mailed')
  try {
    const members = await activeMembers(app.db, businessId)
      .innerJoin('businesses', 'businesses.id', 'users.business_id')
      .select(['users.email', ...mailColumns, 'businesses.name as business'])
      .execute()
    for (const { email, business, ...member } of members) {
      const name = business.replaceAll(/\s+/g, ' ')
      const text = inLanguage(mailLanguage(member), () => ({
        subject: t('security.mail.deletionSubject', { name }),
        text: [
          t('security.mail.deletionText', { name, days: graceDays }),
          t('security.mail.deletionTakeBack', {
            link: `${app.settings.publicUrl}/marketing/account-settings`,
          }),
          '',
        ].join('\n\n'),
      }))
      // A mailbox that refuses keeps no other member from the mail.
      await mail({ to: email, ...text }).catch(notMailed)
    }
  } catch (error) {
    notMailed(error)
  }
}
