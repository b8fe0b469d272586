import type { z } from 'zod'
import type { Settings, SettingsInput } from '#contract/accounts.ts'
import type { AuditKind } from '#contract/audit/kinds.ts'
import type { Language } from '#contract/messages/language.ts'
import type { App } from '#server/app.ts'
import { inLanguage } from '#server/messages/language.ts'
import { t } from '#server/messages/t.ts'
import { breaksConstraint } from '#server/platform/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { activeMembers, userWithBusiness } from './members.ts'
import { hashPassword } from './passwords.ts'
import { recordAudit } from './security/audit.ts'
import { endConfirmations, endResets, mailConfirmation, pendingEmail } from './security/confirm-email.ts'
import { checkNewPassword } from './security/password-rules.ts'
import { requireOwnLogin } from './security/two-factor.ts'
import { revokeSessions, type SessionOrigin } from './sessions.ts'
import { type MailReader, mailColumns, mailLanguage } from './user.ts'

export const providerKeyContext = (businessId: number): string => `businesses ${businessId} provider_api_key`

export async function getSettings(app: App, caller: Caller): Promise<z.infer<typeof Settings>> {
  const row = await userWithBusiness(app, caller)
    .select('businesses.provider_key_id')
    .executeTakeFirstOrThrow()
  const { id: _id, provider_key_id, ...settings } = row
  return {
    ...settings,
    pending_email: await pendingEmail(app, caller, settings.email),
    language: settings.language as Language | null,
    has_api_key: provider_key_id !== null,
  }
}

/**
 * Saves name, e-mail, password, the provider API key and the business's country and zone. Absent fields stay.
 * A new password ends every other session; it and a new e-mail need what a login does. With a mail server a new
 * e-mail waits until its link is opened.
 * @returns the e-mail that waits for its link.
 * @throws AppError `conflict` when the e-mail belongs to another account; `unavailable` when its link cannot be mailed,
 * and nothing is saved.
 */
export async function saveSettings(
  app: App,
  caller: Caller,
  input: z.output<typeof SettingsInput>,
  from?: SessionOrigin,
): Promise<string | undefined> {
  const own = await activeMembers(app.db, caller.businessId)
    .select(['users.name', 'users.email', ...mailColumns])
    .where('users.id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const wanted = input.email ?? own.email
  // First, because a code works only once.
  if (input.new_password) {
    const { name = own.name } = input
    await checkNewPassword(input.new_password, { name, email: wanted }, 'new_password')
  }
  if (input.new_password || wanted !== own.email) await requireOwnLogin(app, caller, input)
  const waits = app.mail !== undefined && wanted !== own.email
  if (waits) await askToConfirm(app, caller, own, wanted)
  const email = waits ? own.email : wanted
  const password_hash = input.new_password ? await hashPassword(input.new_password) : undefined
  const key = input.api_key
    ? app.secrets.seal(input.api_key, providerKeyContext(caller.businessId))
    : undefined
  try {
    const save = async (tx: App) => {
      await tx.db
        .updateTable('users')
        .set({
          name: input.name,
          email,
          avatar: input.avatar,
          language: input.language,
          ...(password_hash && { password_hash }),
        })
        .where('business_id', '=', caller.businessId)
        .where('id', '=', caller.userId)
        .execute()
      const business = {
        ...(input.business_name && { name: input.business_name }),
        ...(input.country && { country: input.country }),
        ...(input.timezone && { timezone: input.timezone }),
        ...(input.remove_api_key && { provider_key_ciphertext: null, provider_key_id: null }),
        ...(key && { provider_key_ciphertext: key.ciphertext, provider_key_id: key.key_id }),
      }
      if (Object.keys(business).length > 0) {
        await tx.db.updateTable('businesses').set(business).where('id', '=', caller.businessId).execute()
      }
      if (password_hash) {
        await revokeSessions(tx, caller, caller.sessionId)
        // One that was asked for just now, with the same password, stays.
        if (!waits) await endConfirmations(tx, caller)
      }
      if (password_hash || email !== own.email) await endResets(tx, caller)
      const { businessId, userId } = caller
      const kinds: AuditKind[] = [
        ...(password_hash ? (['password_changed'] as const) : []),
        ...(email === own.email ? [] : (['email_changed'] as const)),
        ...(key ? (['provider_key_saved'] as const) : []),
        ...(input.remove_api_key ? (['provider_key_removed'] as const) : []),
      ]
      await recordAudit(
        tx,
        kinds.map((kind) => ({
          kind,
          businessId,
          userId,
          from,
          ...(kind === 'email_changed' && { email: own.email }),
        })),
      )
    }
    await app.transaction(save)
  } catch (error) {
    if (breaksConstraint(error, 'users_email_key')) throw ofAnother()
    throw error
  }
  return waits ? wanted : undefined
}

const ofAnother = (): AppError =>
  new AppError('conflict', t('accounts.emailOfAnother'), {
    fields: { email: t('accounts.emailOfAnother') },
  })

/** Mails the link to the new address, and a notice to the one that the account has. */
async function askToConfirm(
  app: App,
  caller: Caller,
  own: MailReader & { email: string },
  email: string,
): Promise<void> {
  const taken = await app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (taken) throw ofAnother()
  if (!(await mailConfirmation(app, caller, email))) {
    const sentence = t('security.confirmEmail.notMailed')
    throw new AppError('unavailable', sentence, { fields: { email: sentence } })
  }
  const link = `${app.settings.publicUrl}/marketing/forgot`
  // Somebody else may have asked for it.
  const notice = inLanguage(mailLanguage(own), () => ({
    subject: t('security.mail.changeSubject'),
    text: [t('security.mail.changeText', { email }), t('security.mail.lockDo', { link }), ''].join('\n\n'),
  }))
  app.mail?.({ to: own.email, ...notice }).catch((error: unknown) => {
    app.log.warn({ err: error }, 'the notice of a new email could not be mailed')
  })
}

/** Whether a provider API key is saved, without opening it. */
export async function hasProviderApiKey(app: App, businessId: number): Promise<boolean> {
  const row = await app.db
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', businessId)
    .where('provider_key_id', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The business's provider API key (a WhatsApp system-user token), where one is saved. */
export async function findProviderApiKey(app: App, businessId: number): Promise<string | undefined> {
  return (await openProviderApiKey(app, businessId))?.key
}

async function openProviderApiKey(
  app: App,
  businessId: number,
): Promise<{ key: string; ciphertext: Buffer } | undefined> {
  const row = await app.db
    .selectFrom('businesses')
    .select(['provider_key_ciphertext', 'provider_key_id'])
    .where('id', '=', businessId)
    .executeTakeFirst()
  if (!row?.provider_key_ciphertext || !row.provider_key_id) return undefined
  const sealed = { ciphertext: row.provider_key_ciphertext, key_id: row.provider_key_id }
  return { key: app.secrets.open(sealed, providerKeyContext(businessId)), ciphertext: sealed.ciphertext }
}

/**
 * Removes the business's provider API key.
 * @param only where it was this one that is of no use: another, saved meanwhile, stays.
 */
export async function forgetProviderApiKey(app: App, businessId: number, only?: string): Promise<void> {
  const own = only === undefined ? undefined : await openProviderApiKey(app, businessId)
  if (own?.key !== only) return
  const { numUpdatedRows } = await app.db
    .updateTable('businesses')
    .set({ provider_key_ciphertext: null, provider_key_id: null })
    .where('id', '=', businessId)
    .$if(own !== undefined, (query) => query.where('provider_key_ciphertext', '=', own!.ciphertext))
    .executeTakeFirstOrThrow()
  // Sealed anew or replaced meanwhile.
  if (own && numUpdatedRows === 0n) await forgetProviderApiKey(app, businessId, only)
}
