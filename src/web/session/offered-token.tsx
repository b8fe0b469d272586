import { useEffect } from 'react'
import type { User } from '#contract/accounts.ts'
import { ErrorState } from '../components/error-state.tsx'
import { Button } from '../components/forms/button.tsx'
import { toast } from '../components/toast.tsx'
import { tags } from '../messages/rich.tsx'
import { t } from '../messages/t.ts'
import { ApiError } from '../net/api-error.ts'
import { Checking } from './checking.tsx'
import { logout } from './logout.ts'
import { useWhoseToken } from './me.ts'
import { adoptToken } from './session.ts'
import './offered-token.css'

/** The address carried a good token beside a good session: asks whose session it shall be, if it is another's. */
export function OfferedToken({ token, user, onDone }: { token: string; user: User; onDone: () => void }) {
  const offered = useWhoseToken(token)
  const other = offered.data?.user
  const same = other?.user_id === user.user_id
  const refused = offered.error instanceof ApiError && offered.error.status === 401
  useEffect(() => {
    if (refused) toast.error(t('app.session.offered.refused', { email: user.email }))
    if (same || refused) onDone()
  }, [same, refused, user.email, onDone])
  if (same || refused || offered.isPending) return <Checking />

  const stay = (
    <Button kind="yours" size="large" wide onClick={onDone}>
      {t('app.session.offered.stay', { email: user.email })}
    </Button>
  )
  if (!other) {
    return (
      <main className="offered">
        <ErrorState error={offered.error} onRetry={() => offered.refetch()} />
        {stay}
      </main>
    )
  }
  return (
    <main className="offered">
      <h1>{t('app.session.offered.title')}</h1>
      <p>{t.rich('app.session.offered.text', { b: tags.b, mine: user.email, other: other.email })}</p>
      <p className="t2">{t('app.session.offered.caution', { other: other.email })}</p>
      <div className="stack">
        {stay}
        <Button
          wide
          onClick={() => {
            // The session on this machine has ended before the call that revokes it is answered.
            void logout()
            adoptToken(token)
            onDone()
          }}
        >
          {t('app.session.offered.change', { other: other.email })}
        </Button>
      </div>
    </main>
  )
}
