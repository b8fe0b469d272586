import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { MetaError } from '#server/providers/meta/errors/meta-error.ts'
import type { StoredToken } from '../token/account-token.ts'
import { asAppError } from '../token/provider-failure.ts'
import { readToken } from '../token/token-check.ts'

/** A token that ends sooner would stop a campaign on the same day. */
const shortestMs = 24 * 3_600_000

/**
 * Makes of a person's token, which lives for an hour or two, one of about 60 days. Tokens of system users are kept as
 * they are.
 * @throws AppError `rule_broken` where Meta gives no lasting one.
 */
export async function lasting(app: App, access: StoredToken): Promise<StoredToken> {
  const facts = await readToken(app, access.token)
  if (facts.type !== 'USER' || !facts.valid) return access
  if (!facts.expiresAt || facts.expiresAt.getTime() - app.now().getTime() > shortestMs)
    return { token: access.token, kind: 'user' }
  try {
    const { accessToken } = await app.meta.longLivedToken(access.token)
    const { expiresAt } = await readToken(app, accessToken)
    if (!expiresAt || expiresAt.getTime() - app.now().getTime() > shortestMs)
      return { token: accessToken, kind: 'user' }
  } catch (error) {
    if (!(error instanceof MetaError) || error.delivery !== 'refused' || error.retry) return asAppError(error)
  }
  throw new AppError('rule_broken', t('onboarding.connect.shortToken'))
}
