import type { App } from '#server/app.ts'
import { findProviderApiKey } from '#server/features/accounts/accounts.ts'
import { AppError } from '#server/platform/errors.ts'
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
    return key
      ? await connectWithKey(app, businessId, key)
      : said('The key was removed. Nothing is connected.')
  }
  const stopped = after.find(({ status }) => status === 'reconnect')
  if (stopped) return said(`${stopped.name} cannot send: ${stopped.status_reason ?? 'connect it again.'}`)
  const back = after.filter(({ waba_id }) =>
    before.some((account) => account.waba_id === waba_id && account.status === 'reconnect'),
  )
  const names = (back.length > 0 ? back : after).map(({ name }) => name).join(' and ')
  if (back.length > 0) return said(`${names} can send again. What was waiting goes on.`)
  return said(
    key ? `Meta takes the key. ${names} sends with it from now on.` : `${names} goes on without the key.`,
  )
}

/** One sentence, and whether the owner still has to choose an account. */
export type KeyFinding = { sentence: string; choose: boolean }

const said = (sentence: string): KeyFinding => ({ sentence, choose: false })

async function connectWithKey(app: App, businessId: number, key: string): Promise<KeyFinding> {
  try {
    const { outcome } = await connect(app, businessId, { token: key, kind: 'system_user' }, {})
    if (outcome === 'choose') {
      return { sentence: 'Meta takes the key. It reaches several accounts or numbers.', choose: true }
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return said(`The key is saved, but no account was connected. ${error.message}`)
  }
  const [account] = await standing(app, businessId)
  return said(`Meta takes the key. ${account?.name ?? 'Your account'} is connected with it.`)
}
