import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { activeMembers } from '../members.ts'
import type { SessionOrigin } from '../sessions.ts'
import { mailColumns, mailLanguage } from '../user.ts'
import { recordAudit } from './audit.ts'

/** A lock that goes on is told once an hour. */
const againMinutes = 60

/** Tells the person of an account that logins to it wait after wrong passwords: in the activity log and by mail. */
export async function noteLock(
  app: App,
  { id: userId, business_id: businessId }: { id: number; business_id: number },
  from: SessionOrigin,
): Promise<void> {
  const since = new Date(app.now().getTime() - againMinutes * 60_000)
  const isTold = await app.transaction(async (tx) => {
    // Of many tries at once one tells.
    await lockOfBusiness(tx.db, businessId, `lock-notice ${userId}`)
    const user = await activeMembers(tx.db, businessId)
      .select('users.id')
      .where('users.id', '=', userId)
      .executeTakeFirst()
    if (!user) return true
    const told = await tx.db
      .selectFrom('audit_events')
      .select('id')
      .where('business_id', '=', businessId)
      .where('kind', '=', 'login_locked')
      .where('member_id', '=', userId)
      .where('at', '>', since)
      .executeTakeFirst()
    if (told) return true
    await recordAudit(tx, [{ kind: 'login_locked', businessId, memberId: userId, from }])
    return false
  })
  if (!isTold) void mailLock(app, { businessId, userId, address: from.address })
}

async function mailLock(
  app: App,
  { businessId, userId, address }: { businessId: number; userId: number; address: string },
): Promise<void> {
  try {
    const user = await activeMembers(app.db, businessId)
      .select(['users.email', 'users.name', ...mailColumns])
      .where('users.id', '=', userId)
      .executeTakeFirst()
    if (!user || !app.mail) return
    const text = inLanguage(mailLanguage(user), () => ({
      subject: t('security.mail.lockSubject'),
      text: [
        t('security.mail.lockTries', { name: user.name.replaceAll(/\s+/g, ' '), address }),
        t('security.mail.lockDevices'),
        t('security.mail.lockDo', { link: `${app.settings.publicUrl}/marketing/forgot` }),
        '',
      ].join('\n\n'),
    }))
    await app.mail({ to: user.email, ...text })
  } catch (error) {
    app.log.warn({ err: error }, 'the notice of a lock could not be mailed')
  }
}
