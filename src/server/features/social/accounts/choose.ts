import type { ConnectResult } from '#contract/social/social.ts'
import type { App } from '#server/app.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Caller } from '#server/platform/http/server.ts'
import { failedAtNetwork } from './login.ts'
import { connectFound, keptLogin } from './login-result.ts'

/**
 * Connects the chosen accounts of a login. They are asked for again: what could be posted to when it was listed may not
 * be any more, and an id that the login does not reach is refused.
 */
export async function chooseAccounts(
  app: App,
  caller: Caller,
  input: { login_id: string; external_ids: string[] },
): Promise<ConnectResult> {
  const { way, grant } = await keptLogin(app, caller, input.login_id)
  try {
    const { found, skipped } = await app.social.logins[way].accounts(grant)
    const chosen = found.filter(({ externalId }) => input.external_ids.includes(externalId))
    if (chosen.length < new Set(input.external_ids).size) {
      throw new AppError('not_found', t('social.choiceGone'))
    }
    return { ...(await connectFound(app, caller, way, grant, chosen)), skipped }
  } catch (error) {
    if (error instanceof AppError) throw error
    return failedAtNetwork(app, way, error)
  }
}
