import type { App } from '#server/app.ts'
import { findProviderApiKey } from '#server/features/accounts/accounts.ts'
import { t } from '#server/messages/t.ts'
import { AppError } from '#server/platform/errors.ts'
import { listed, readStored } from '#server/stored-text/read-text.ts'
import { standing } from '../account/provider-key.ts'
import { refreshAccounts } from '../account/refresh-account.ts'
import { connect } from './connect.ts'

/**
 * The key was saved or removed: accounts are asked for with what is in use now. One whose access is taken again goes on
 * at once, with the campaigns that wait for it; one whose access is not is marked.
 * A key that reaches one account is connected with it where none is yet.
 * @returns what came of it, for the owner.
 */
export async function providerKeyChanged(app: App, businessId: number): Promise<KeyFinding> {
  const before = await standing(app, businessId)
  await refreshAccounts(app, businessId)
  const after = await standing(app, businessId)
  const key = await findProviderApiKey(app, businessId)
  if (after.length === 0) {
    return key ? await connectWithKey(app, businessId, key) : said(t('onboarding.account.key.removed'))
  }
  const stopped = after.find(({ status }) => status === 'reconnect')
  if (stopped)
    return said(
      `${t('onboarding.account.key.stopped', { name: stopped.name })} ${readStored(stopped.status_reason) ?? t('onboarding.account.key.reconnect')}`,
    )
  const back = after.filter(({ waba_id }) =>
    before.some((account) => account.waba_id === waba_id && account.status === 'reconnect'),
  )
  const named = back.length > 0 ? back : after
  const names = { count: named.length, names: listed(named.map(({ name }) => name)) }
  if (back.length > 0) return said(t('onboarding.account.key.back', names))
  return said(key ? t('onboarding.account.key.used', names) : t('onboarding.account.key.notUsed', names))
}

/** One sentence, and whether the owner still has to choose an account. */
export type KeyFinding = { sentence: string; choose: boolean }

const said = (sentence: string): KeyFinding => ({ sentence, choose: false })

async function connectWithKey(app: App, businessId: number, key: string): Promise<KeyFinding> {
  try {
    const { outcome } = await connect(app, businessId, { token: key, kind: 'system_user' }, {})
    if (outcome === 'choose') {
      return { sentence: t('onboarding.account.key.choose'), choose: true }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return said(t('onboarding.account.key.notConnected', { reason: error.message }))
  }
  const [account] = await standing(app, businessId)
  return said(
    t('onboarding.account.key.connected', { known: account ? 'yes' : 'no', name: account?.name ?? '' }),
  )
}
