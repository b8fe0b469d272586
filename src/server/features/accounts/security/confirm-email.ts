import { createHash, randomBytes } from 'node:crypto'
import { currentLanguage } from '#contract/messages/language.ts'
import { confirmHours } from '#contract/security/confirm-email.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { inTime } from '#server/platform/mail.ts'
import { countConfirmations, countJoin, forgetFailedJoin } from '../login-limit.ts'
import { activeMembers, activeUsers } from '../members.ts'
import type { SessionOrigin } from '../sessions.ts'
import { isOperator, mailLanguage } from '../user.ts'
import { recordAudit } from './audit.ts'

type Person = { businessId: number; userId: number }

const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Links of a person that can still be opened. */
const openConfirmations = (app: App, { businessId, userId }: Person) =>
  app.db
    .selectFrom('email_confirmations')
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', app.now())

/**
 * Whether the person has shown that they read their mail. Without a mail server there is no way to; the operator of the
 * install set the mail server, and is never asked.
 */
export async function isEmailConfirmed(app: App, { businessId, userId }: Person): Promise<boolean> {
  if (!app.mail || isOperator(userId)) return true
  const row = await activeMembers(app.db, businessId)
    .select('users.email_confirmed_at')
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.email_confirmed_at !== null
}

/**
 * Before something that reaches beyond the install or outlasts a session: mail to others, an API key, a webhook.
 * @throws AppError `forbidden` for a person whose email is not confirmed.
 */
export async function requireConfirmedEmail(app: App, person: Person): Promise<void> {
  if (!(await isEmailConfirmed(app, person))) {
    throw new AppError('forbidden', t('security.confirmEmail.first'))
  }
}

/** The address that replaces the person's own as soon as its link is opened. */
export async function pendingEmail(app: App, person: Person, own: string): Promise<string | null> {
  const row = await openConfirmations(app, person)
    .select('email')
    .where('email', '<>', own)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row?.email ?? null
}

/**
 * Mails a link to an address of a person; earlier links of theirs end. Only the token's hash is kept.
 * @returns whether the mail server took it. One that did not leaves no link.
 * @throws AppError `rate_limited` after too many for this address or person.
 */
export async function mailConfirmation(app: App, person: Person, email: string): Promise<boolean> {
  if (!app.mail) return false
  await countConfirmations(app, { email, userId: person.userId })
  const token = randomBytes(32).toString('base64url')
  const now = app.now()
  const { id } = await app.transaction(async (tx) => {
    await endConfirmations(tx, person)
    return await tx.db
      .insertInto('email_confirmations')
      .values({
        business_id: person.businessId,
        user_id: person.userId,
        email,
        token_hash: hashOfToken(token),
        created_at: now,
        expires_at: new Date(now.getTime() + confirmHours * 3_600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  try {
    const { name, language } = await activeMembers(app.db, person.businessId)
      .select(['users.name', 'users.language'])
      .where('users.id', '=', person.userId)
      .executeTakeFirstOrThrow()
    const asked = { language, browser_language: currentLanguage() }
    const text = inLanguage(mailLanguage(asked), () => ({
      subject: t('security.mail.confirmSubject'),
      text: [
        t('security.mail.confirmAsked', { name: name.replaceAll(/\s+/g, ' ') }),
        `${app.settings.publicUrl}/marketing/confirm-email/${token}`,
        t('security.mail.until', { hours: confirmHours }),
        t('security.mail.confirmIgnore'),
        '',
      ].join('\n\n'),
    }))
    await inTime(app.mail({ to: email, ...text }))
    return true
  } catch (error) {
    app.log.warn({ err: error }, 'a link that confirms an email could not be mailed')
    await app.db
      .updateTable('email_confirmations')
      .set({ used_at: now })
      .where('business_id', '=', person.businessId)
      .where('id', '=', id)
      .execute()
    return false
  }
}

/** For a new account: what becomes of the mail changes nothing for it. */
export function mailFirstConfirmation(app: App, person: Person, email: string): void {
  if (!app.mail || isOperator(person.userId)) return
  mailConfirmation(app, person, email).catch((error: unknown) => {
    app.log.warn({ err: error }, 'a link that confirms an email could not be made')
  })
}

/** Mails the link for the account's own address again. @returns whether it is on its way. */
export async function mailConfirmationAgain(app: App, person: Person): Promise<boolean> {
  const { email } = await activeMembers(app.db, person.businessId)
    .select('users.email')
    .where('users.id', '=', person.userId)
    .executeTakeFirstOrThrow()
  const pending = await pendingEmail(app, person, email)
  return await mailConfirmation(app, person, pending ?? email)
}

/** Ends the links of a person: a newer one, a new password or a new address takes their place. */
export async function endConfirmations(tx: App, { businessId, userId }: Person): Promise<void> {
  await tx.db
    .updateTable('email_confirmations')
    .set({ used_at: tx.now() })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/**
 * Confirms the address of a link. Where it is another than the account's, it takes its place. A link works once.
 * @throws AppError `conflict` for a link that is used, expired or unknown, and for an address that another account has by now.
 */
export async function confirmEmail(
  app: App,
  token: string,
  from: SessionOrigin,
): Promise<{ email: string; changed: boolean }> {
  const counted = await countJoin(app, from.address)
  try {
    const done = await app.transaction(async (tx) => {
      const used = await tx.db
        .updateTable('email_confirmations')
        .set({ used_at: tx.now() })
        .where('token_hash', '=', hashOfToken(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', tx.now())
        .returning(['business_id', 'user_id', 'email'])
        .executeTakeFirst()
      if (!used) throw unusable()
      const person = { businessId: used.business_id, userId: used.user_id }
      const own = await activeUsers(tx.db)
        .select('users.email')
        .where('users.business_id', '=', person.businessId)
        .where('users.id', '=', person.userId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!own) throw unusable()
      const changed = own.email !== used.email
      await tx.db
        .updateTable('users')
        .set({ email: used.email, email_confirmed_at: tx.now() })
        .where('business_id', '=', person.businessId)
        .where('id', '=', person.userId)
        .execute()
      if (changed) await endResets(tx, person)
      const kind = changed ? 'email_changed' : 'email_confirmed'
      await recordAudit(tx, [{ kind, ...person, from, email: changed ? own.email : used.email }])
      return { email: used.email, changed }
    })
    await forgetFailedJoin(app, counted)
    return done
  } catch (error) {
    if (!breaksConstraint(error, 'users_email_key')) throw error
    throw new AppError('conflict', t('accounts.emailOfAnother'))
  }
}

/** A link from before a new password or address sets no password any more. */
export async function endResets(tx: App, { businessId, userId }: Person): Promise<void> {
  await tx.db
    .updateTable('password_resets')
    .set({ used_at: tx.now() })
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

/** Days after which a link that was used or ran out is forgotten. */
const keptDays = 7

export async function forgetOldConfirmations(app: App): Promise<void> {
  await app.db
    .deleteFrom('email_confirmations')
    .where('expires_at', '<', new Date(app.now().getTime() - keptDays * 86_400_000))
    .execute()
}

const unusable = (): AppError => new AppError('conflict', t('security.resetUnusable'))
