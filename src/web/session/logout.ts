import { accounts } from '#contract/accounts.ts'
import { toast } from '../components/toast.tsx'
import { t } from '../messages/t.ts'
import { call } from '../net/api.ts'
import { ApiError } from '../net/api-error.ts'
import { currentSession, endSession } from './session.ts'

/**
 * The only way out: forgets the session on this machine at once, then has the server revoke its token, so that
 * nobody who finds the token can use it.
 */
export async function logout(): Promise<void> {
  const token = currentSession()?.token
  endSession('logout')
  if (!token) return
  try {
    await call(accounts.logout, undefined, { token, keepalive: true })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A token that the server no longer knows is as good as revoked.
    if (error.status === 401) return
    toast.error(t('app.session.logoutUnreached'))
  }
}
