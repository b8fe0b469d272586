import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { callerOfKey, keyStart } from './api-keys/use-key.ts'
import { callerOfSession } from './sessions.ts'

/**
 * Whom a bearer token belongs to: the token of a session, or an API key.
 * @throws AppError `unauthenticated` when it is missing, malformed, expired or revoked, or its person was removed.
 */
export async function authenticate(app: App, authorization: string | undefined): Promise<Caller> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1]
  if (!token) throw new AppError('unauthenticated', t('accounts.login'))
  if (!token.startsWith(keyStart)) return await callerOfSession(app, token)
  const caller = await callerOfKey(app, token)
  if (!caller) throw new AppError('unauthenticated', t('apiKeys.unknown'))
  return caller
}
