import { t } from '../messages/t.ts'
import type { SessionEnd } from './session.ts'
import { judgeToken, takeToken } from './token.ts'

type GuardVerdict =
  | { kind: 'allowed' }
  /**
   * The address carries a token: it leaves the address, and is adopted where the stored one is no good. Where both
   * are good, the person is asked whose session it shall be.
   */
  | { kind: 'strip'; adopt: string | null; ask: string | null; rest: string }
  | { kind: 'denied'; hadToken: boolean }

/** What the guard does with this token at this address. */
export function guardVerdict(token: string | null, search: string, now: Date): GuardVerdict {
  const stored = judgeToken(token, now)
  const offered = takeToken(search)
  if (offered.token !== null) {
    const usable = offered.token !== token && judgeToken(offered.token, now) === 'good' ? offered.token : null
    const [adopt, ask] = stored === 'good' ? [null, usable] : [usable, null]
    return { kind: 'strip', adopt, ask, rest: offered.rest }
  }
  return stored === 'good' ? { kind: 'allowed' } : { kind: 'denied', hadToken: stored !== 'missing' }
}

/** What to say to someone who is led to the login; nothing to those who logged out themselves. */
export function wordsOfDenial(path: string, ended: SessionEnd | null, hadToken: boolean): string | null {
  if (ended === 'logout') return null
  if (ended === 'refused') return t('app.session.expiredAgain')
  if (ended === 'expired' || hadToken || path.replace(/\/+$/, '') === '/dashboard')
    return t('app.session.expired')
  return null
}
