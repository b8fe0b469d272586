import { currentLanguage } from '#contract/messages/language.ts'
import { type InvitationMail, invitationDays } from '#contract/team.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { inTime } from '#server/platform/mail.ts'
import { activeUsers } from '../members.ts'
import { mailColumns, mailLanguage } from '../user.ts'

/**
 * Mails the link and answers the result: in the language of the person who invites, or in that of an account which the
 * address has. The token is in no job and no table, so there is no second try: the link is on the screen.
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
  const invited = await activeUsers(app.db)
    .select(mailColumns)
    .where('users.email', '=', email)
    .executeTakeFirst()
  const asked = { language: inviter.language, browser_language: currentLanguage() }
  const text = inLanguage(mailLanguage(invited ?? asked), () =>
    mailText({ name: oneLine(inviter.name), business: oneLine(inviter.business), link }),
  )
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
