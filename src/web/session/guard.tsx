import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router'
import { ErrorState } from '../components/error-state.tsx'
import { sessionToast, toast } from '../components/toast.tsx'
import { Checking } from './checking.tsx'
import { guardVerdict, wordsOfDenial } from './guard-rules.ts'
import { useWho } from './me.ts'
import { OfferedToken } from './offered-token.tsx'
import { adoptToken, endSession, updateUser, useSession } from './session.ts'
import type { CameFrom } from './way-back.ts'

/** Stands before every protected screen: adopts a token from the address, asks whose session it shall be, or leads to the login. */
export default function Guard() {
  const { session, needsFactor } = useSession()
  const location = useLocation()
  const navigate = useNavigate()
  // Kept here alone: it stands neither in the address nor in the storage while the person decides.
  const [offered, setOffered] = useState<string | null>(null)
  const verdict = guardVerdict(session?.token ?? null, location.search, new Date())

  useEffect(() => {
    if (verdict.kind !== 'strip') return
    if (verdict.adopt) adoptToken(verdict.adopt)
    if (verdict.ask) setOffered(verdict.ask)
    navigate({ pathname: location.pathname, search: verdict.rest, hash: location.hash }, { replace: true })
  })

  if (verdict.kind === 'strip') return <Checking />
  if (verdict.kind === 'denied') {
    const { pathname, search, hash } = location
    return <Denied path={pathname} from={`${pathname}${search}${hash}`} hadToken={verdict.hadToken} />
  }
  if (!session?.user) return <AskWho />
  if (offered) return <OfferedToken token={offered} user={session.user} onDone={() => setOffered(null)} />
  if (needsFactor) return <Navigate to="/second-factor" replace />
  return <Outlet />
}

/** A token was adopted; its person is asked for. */
function AskWho() {
  const me = useWho()
  useEffect(() => {
    if (me.data) updateUser(me.data.user)
  }, [me.data])
  if (me.isError) return <ErrorState error={me.error} onRetry={() => me.refetch()} />
  return <Checking />
}

function Denied({ path, from, hadToken }: { path: string; from: string; hadToken: boolean }) {
  const { ended, endedUserId } = useSession()
  const navigate = useNavigate()
  const words = wordsOfDenial(path, ended, hadToken)
  useEffect(() => {
    if (words) toast.error(words, { id: sessionToast })
    if (hadToken) endSession('expired')
    const state: CameFrom | null = ended === 'logout' ? null : { from, userId: endedUserId }
    navigate('/login', { replace: true, state })
  }, [words, hadToken, from, ended, endedUserId, navigate])
  return <Checking />
}
