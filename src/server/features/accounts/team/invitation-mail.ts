import { type InvitationMail, invitationDays } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { chosenLanguage, inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { inTime } from '#server/platform/mail.ts'

/**
 * Mails the link, in the language of the person who invites, and answers the result. The token is in no job and no
 * table, so there is no second try: the link is on the screen.
 */
export async function mailInvitation(
  app: App,
  { businessId, userId }: { businessId: number; userId: number },
  { id, email, link }: { id: number; email: string | undefined; link: string },
): Promise<InvitationMail> {
  if (!email) return 'no_email'
  if (!app.mail) return 'no_smtp'
  const inviter = await app.db
    .selectFrom('users')
    .innerJoin('businesses', 'businesses.id', 'users.business_id')
    .select(['users.name', 'users.email', 'users.language', 'businesses.name as business'])
    .where('users.business_id', '=', businessId)
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const write = () => mailText({ name: oneLine(inviter.name), business: oneLine(inviter.business), link })
  const { language } = inviter
  const text = language ? inLanguage(chosenLanguage(language), write) : write()
  try {
    await inTime(app.mail({ to: email, replyTo: inviter.email, ...text }))
  } catch (error) {
    app.log.warn({ err: error }, 'an invitation could not be mailed')
    return 'failed'
  }
  await app.db
    .updateTable('team_invitations')
    .set({ mailed_at: app.now() })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
  return 'sent'
}

function mailText({ name, business, link }: { name: string; business: string; link: string }) {
  const parts = [
    t('team.mail.invites', { name, business }),
    t('team.mail.open'),
    link,
    t('team.mail.until', { days: invitationDays }),
    t('team.mail.ignore', { name }),
  ]
  return { subject: t('team.mail.subject', { name, business }), text: `${parts.join('\n\n')}\n` }
}

/** A name with line breaks would pass for a part of the mail. */
const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ')
