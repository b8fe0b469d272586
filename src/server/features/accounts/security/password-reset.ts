import { createHash, randomBytes } from 'node:crypto'
import { currentLanguage } from '#contract/messages/language.ts'
import { resetHours } from '#contract/security.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  countForgotten,
  countJoin,
  countOwnCheck,
  forgetFailedJoin,
  forgetFailuresOf,
  forgetOwnChecks,
} from '../login-limit.ts'
import { activeUsers } from '../members.ts'
import { hashPassword } from '../passwords.ts'
import { openSession, revokeSessions, type SessionOrigin } from '../sessions.ts'
import { mailLanguage, type Opened, toUser, userColumns } from '../user.ts'
import { recordAudit } from './audit.ts'
import { endConfirmations } from './confirm-email.ts'
import { checkNewPassword } from './password-rules.ts'
import { requireTwoFactor } from './two-factor.ts'

const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The account of an address; undefined for an unknown one. */
const userOf = (app: App, email: string) =>
  activeUsers(app.db)
    .select([...userColumns])
    .where('users.email', '=', email)
    .executeTakeFirst()

/**
 * Makes a link that sets a new password once; earlier ones of the person end. Only the token's hash is kept.
 * @returns undefined for an address without an account.
 */
export async function makeResetLink(
  app: App,
  email: string,
  from?: SessionOrigin,
): Promise<string | undefined> {
  const user = await userOf(app, email)
  if (!user) return undefined
  const token = randomBytes(32).toString('base64url')
  const now = app.now()
  await app.transaction(async (tx) => {
    await tx.db
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('business_id', '=', user.business_id)
      .where('user_id', '=', user.id)
      .where('used_at', 'is', null)
      .execute()
    await tx.db
      .insertInto('password_resets')
      .values({
        business_id: user.business_id,
        user_id: user.id,
        token_hash: hashOfToken(token),
        created_at: now,
        expires_at: new Date(now.getTime() + resetHours * 3_600_000),
      })
      .execute()
    const concerned = { businessId: user.business_id, memberId: user.id }
    await recordAudit(tx, [{ kind: 'reset_link_made', ...concerned, email: user.email, from }])
  })
  return `${app.settings.publicUrl}/marketing/reset/${token}`
}

/**
 * Mails a link to the person of an address. Answers before it is known whether there is one: neither the answer nor
 * its time tells who has an account.
 * @throws AppError `rate_limited` after too many from this network address or for this e-mail.
 */
export async function askForReset(app: App, email: string, from: SessionOrigin): Promise<void> {
  await countForgotten(app, { email, address: from.address })
  if (app.mail) void mailLink(app, email, from)
}

async function mailLink(app: App, email: string, from: SessionOrigin): Promise<void> {
  try {
    const user = await userOf(app, email)
    const link = user && (await makeResetLink(app, email, from))
    if (!link) return
    const asked = { language: user.language, browser_language: currentLanguage() }
    const text = inLanguage(mailLanguage(asked), () => ({
      subject: t('security.mail.subject'),
      text: [
        t('security.mail.asked', { name: user.name.replaceAll(/\s+/g, ' ') }),
        link,
        t('security.mail.until', { hours: resetHours }),
        t('security.mail.ignore'),
        '',
      ].join('\n\n'),
    }))
    await app.mail?.({ to: user.email, ...text })
  } catch (error) {
    app.log.warn({ err: error }, 'a link for a new password could not be mailed')
  }
}

const openReset = (app: App, token: string) =>
  app.db
    .selectFrom('password_resets')
    .innerJoin('users', (join) =>
      join
        .onRef('users.business_id', '=', 'password_resets.business_id')
        .onRef('users.id', '=', 'password_resets.user_id'),
    )
    .where('users.removed_at', 'is', null)
    .where('password_resets.token_hash', '=', hashOfToken(token))
    .where('password_resets.used_at', 'is', null)
    .where('password_resets.expires_at', '>', app.now())

/** @throws AppError `rate_limited` after too many unknown tokens from this address. */
export async function isResetUsable(app: App, token: string, address: string): Promise<boolean> {
  const counted = await countJoin(app, address)
  const row = await openReset(app, token).select('password_resets.id').executeTakeFirst()
  if (row) await forgetFailedJoin(app, counted)
  return row !== undefined
}

/**
 * Sets the password, ends all sessions, lifts the lock of failed logins and opens a session. A link works once, also
 * when it is used twice at once.
 * @throws AppError `conflict` for a link that is used, expired or unknown; `invalid_input` for a weak password; `two_factor_needed` as
 * `requireTwoFactor` says, which leaves the link as it is.
 */
export async function resetPassword(
  app: App,
  { token, password, code }: { token: string; password: string; code?: string | undefined },
  from: SessionOrigin,
): Promise<Opened> {
  const counted = await countJoin(app, from.address)
  const person = await openReset(app, token)
    .select(['users.id', 'users.name', 'users.email'])
    .executeTakeFirst()
  if (!person) throw unusable()
  await forgetFailedJoin(app, counted)
  await checkNewPassword(password, person)
  // The link of a mail alone does not open an account that asks for a code.
  if (code) await countOwnCheck(app, 'code', person.id)
  const password_hash = await hashPassword(password)
  return await app.transaction(async (tx) => {
    const used = await tx.db
      .updateTable('password_resets')
      .set({ used_at: tx.now() })
      .where('token_hash', '=', hashOfToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', tx.now())
      .returning(['business_id', 'user_id'])
      .executeTakeFirst()
    if (!used) throw unusable()
    const user = await tx.db
      .updateTable('users')
      .set({ password_hash })
      .where('business_id', '=', used.business_id)
      .where('id', '=', used.user_id)
      .where('removed_at', 'is', null)
      .returning(userColumns)
      .executeTakeFirst()
    if (!user) throw unusable()
    const owner = { businessId: user.business_id, userId: user.id }
    await requireTwoFactor(tx, owner, code, from)
    if (code) await forgetOwnChecks(tx, 'code', user.id)
    await revokeSessions(tx, owner)
    // A stranger in the account may have asked for another address.
    await endConfirmations(tx, owner)
    await forgetFailuresOf(tx, user)
    await recordAudit(tx, [{ kind: 'password_reset', ...owner, from }])
    return { token: await openSession(tx, user, from), user: toUser(user) }
  })
}

const unusable = (): AppError => new AppError('conflict', t('security.resetUnusable'))
