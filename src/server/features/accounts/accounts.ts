import type { z } from 'zod'
import type { Business, LoginInput, SignupInput, User } from '#contract/accounts.ts'
import { dateFormat } from '#contract/text/formats.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { knownDeviceOf } from './known-device.ts'
import { countLogin, countSignup, forgetAttempt, forgetFailedLogins } from './login-limit.ts'
import { activeUsers, userWithBusiness } from './members.ts'
import { hashPassword, isHashOutdated, passwordMatches } from './passwords.ts'
import { recordAudit } from './security/audit.ts'
import { isEmailConfirmed, mailFirstConfirmation } from './security/confirm-email.ts'
import { noteLock } from './security/lock-notice.ts'
import { checkNewPassword } from './security/password-rules.ts'
import { holdSignupDoor } from './security/sign-up-door.ts'
import { asksForCode, requireTwoFactor } from './security/two-factor.ts'
import { openSession, type SessionOrigin } from './sessions.ts'
import { isOperator, type Opened, toUser, userColumns } from './user.ts'

export { authenticate } from './authenticate.ts'
export { isGoneLink, isStaying, planDeletion, requireStaying, takeDeletionBack } from './closing/closing.ts'
export { mailDeletion } from './closing/deletion-mail.ts'
export { countHelpMessage, countOutside, outsidePerUser } from './login-limit.ts'
export { activeMembers, activeUsers, holdCaller, holdMember, listMembers } from './members.ts'
export { recordAudit } from './security/audit.ts'
export { requireConfirmedEmail } from './security/confirm-email.ts'
export { requireOwnPassword } from './security/current-password.ts'
export { businessOf, listAccounts, signOutEverywhere, unlockAccount } from './security/operator.ts'
export { makeResetLink } from './security/password-reset.ts'
export { awaitsSetup, setupCodeOf } from './security/sign-up-door.ts'
export { liftTwoFactor, twoFactorContext } from './security/two-factor.ts'
export { forgetOldSessions, isOpenSession, renewSession, revokeSession, sessionsChannel } from './sessions.ts'
export {
  findProviderApiKey,
  forgetProviderApiKey,
  getSettings,
  hasProviderApiKey,
  providerKeyContext,
  saveSettings,
} from './settings.ts'
export { isOperator, mailColumns, mailLanguage } from './user.ts'

/**
 * Creates a user and their business, and logs them in.
 * @throws AppError `conflict` when the e-mail is taken; `invalid_input` for a weak password.
 */
export async function signUp(
  app: App,
  input: z.output<typeof SignupInput>,
  from?: SessionOrigin,
): Promise<Opened> {
  // Before the password is hashed, which is what costs.
  if (from) await countSignup(app, from.address)
  await checkNewPassword(input.password, input)
  const password_hash = await hashPassword(input.password)
  try {
    const opened = await app.transaction(async (tx) => {
      await holdSignupDoor(tx, input.setup_code)
      const business = await tx.db
        .insertInto('businesses')
        .values({ name: input.name, country: input.country ?? 'IN', timezone: input.timezone ?? 'UTC' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const user = await tx.db
        .insertInto('users')
        .values({ business_id: business.id, name: input.name, email: input.email, password_hash })
        .returning(userColumns)
        .executeTakeFirstOrThrow()
      await recordAudit(tx, [{ kind: 'signed_up', businessId: business.id, userId: user.id, from }])
      return { token: await openSession(tx, user, from), user: toUser(user), businessId: business.id }
    })
    const { businessId, ...answer } = opened
    mailFirstConfirmation(app, { businessId, userId: answer.user.id }, answer.user.email)
    return answer
  } catch (error) {
    if (breaksConstraint(error, 'users_email_key')) {
      throw new AppError('conflict', t('accounts.emailTakenLogin'), {
        fields: { email: t('accounts.emailTaken') },
      })
    }
    throw error
  }
}

/**
 * Logs a person in. A wrong password and an unknown e-mail get the same answer after the same time.
 * @param from where the request came from and the cookies it had, for the limit on failures.
 * @throws AppError `wrong_credentials`; `two_factor_needed` as `requireTwoFactor` says; `rate_limited` after too many failures.
 */
export async function logIn(
  app: App,
  input: z.output<typeof LoginInput>,
  from: SessionOrigin & { cookies: string | undefined },
): Promise<Opened> {
  const user = await activeUsers(app.db)
    .select([...userColumns, 'users.password_hash'])
    .where('users.email', '=', input.email)
    .executeTakeFirst()
  const attempt = {
    address: from.address,
    email: input.email,
    device: user && knownDeviceOf(app, from.cookies, user.id),
  }
  const counted = await countLogin(app, attempt).catch(async (error: unknown) => {
    if (user && error instanceof AppError && error.code === 'rate_limited') await noteLock(app, user, from)
    throw error
  })
  const matches = await passwordMatches(user?.password_hash, input.password)
  if (!user || !matches) {
    if (user) await noteFailed(app, user, from)
    throw new AppError('wrong_credentials', t('accounts.wrongCredentials'))
  }
  try {
    await requireTwoFactor(app, { businessId: user.business_id, userId: user.id }, input.code, from)
  } catch (error) {
    if (asksForCode(error)) await forgetAttempt(app, counted)
    else await noteFailed(app, user, from)
    throw error
  }
  await forgetFailedLogins(app, counted)
  await recordAudit(app, [{ kind: 'login', businessId: user.business_id, userId: user.id, from }])
  if (isHashOutdated(user.password_hash)) await hashAgain(app, user, input.password)
  return { token: await openSession(app, user, from), user: toUser(user) }
}

/** The work that a guess costs follows what is usual. A password that was changed meanwhile stays. */
async function hashAgain(
  app: App,
  { id, business_id, password_hash }: { id: number; business_id: number; password_hash: string },
  password: string,
): Promise<void> {
  await app.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute()
}

/** A login without a session: the person is the one it concerned. */
async function noteFailed(
  app: App,
  { id, business_id, email }: { id: number; business_id: number; email: string },
  from: SessionOrigin,
): Promise<void> {
  await recordAudit(app, [{ kind: 'login_failed', businessId: business_id, memberId: id, email, from }])
}

/** The signed-in person and their business. */
export async function getMe(
  app: App,
  caller: Caller,
): Promise<{ user: User; email_confirmed: boolean; business: Business }> {
  const row = await userWithBusiness(app, caller).executeTakeFirstOrThrow()
  return {
    user: toUser(row),
    email_confirmed: await isEmailConfirmed(app, caller),
    business: { name: row.business_name, country: row.country, timezone: row.timezone },
  }
}

/** The business's country and zone, for reading phones and telling times. */
export async function getBusiness(app: App, businessId: number): Promise<Business> {
  return await app.db
    .selectFrom('businesses')
    .select(['name', 'country', 'timezone'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
}

/** The day of a moment by the business's clock. */
export async function businessDay(app: App, businessId: number, at: Date): Promise<string> {
  const { timezone } = await getBusiness(app, businessId)
  return dateFormat('en-CA', { timeZone: timezone }).format(at)
}

/** @throws AppError `forbidden` for all but the operator of the install. */
export function requireOperator({ userId }: Pick<Caller, 'userId'>): void {
  if (!isOperator(userId)) throw new AppError('forbidden', t('accounts.operatorOnly'))
}

/** The operator's business; undefined before anybody has signed up. */
export async function operatorBusinessId(app: App): Promise<number | undefined> {
  const row = await app.db.selectFrom('users').select('business_id').where('id', '=', 1).executeTakeFirst()
  return row?.business_id
}
