import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { countOwnCheck, forgetOwnChecks } from '../login-limit.ts'
import { passwordMatches } from '../passwords.ts'
import { noteAuthenticatedAgain } from '../sessions.ts'

/**
 * An open screen or a stolen token is not enough to take an account over. The answer brings a new token.
 * @param hash what is stored of the caller's password.
 * @throws AppError `invalid_input` at `current_password`; `rate_limited` after too many wrong ones.
 */
export async function requireCurrentPassword(
  app: App,
  caller: Caller,
  hash: string,
  given: string | undefined,
): Promise<void> {
  if (!given) throw refused(t('security.currentPassword.missing'))
  await countOwnCheck(app, 'password', caller.userId)
  if (!(await passwordMatches(hash, given))) throw refused(t('security.currentPassword.wrong'))
  await forgetOwnChecks(app, 'password', caller.userId)
  noteAuthenticatedAgain(caller)
}

/** Like `requireCurrentPassword`, for what has not read the person. */
export async function requireOwnPassword(app: App, caller: Caller, given: string | undefined): Promise<void> {
  const { password_hash } = await app.db
    .selectFrom('users')
    .select('password_hash')
    .where('business_id', '=', caller.businessId)
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  await requireCurrentPassword(app, caller, password_hash, given)
}

const refused = (sentence: string): AppError =>
  new AppError('invalid_input', sentence, { fields: { current_password: sentence } })
