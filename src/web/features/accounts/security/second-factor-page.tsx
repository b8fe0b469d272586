import { Navigate, useNavigate } from 'react-router'
import { Button } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import { logout } from '#web/session/logout.ts'
import { noteNeedsFactor, useSession } from '#web/session/session.ts'
import { AuthFrame } from '../auth-frame.tsx'
import { useTwoFactor } from './security.queries.ts'
import { TwoFactorSection } from './two-factor-section.tsx'

/** On an install that demands two factors: the first thing that a person without a second one sees. */
export default function SecondFactorPage() {
  const { session } = useSession()
  return session ? <SecondFactor /> : <Navigate to="/login" replace />
}

function SecondFactor() {
  const navigate = useNavigate()
  const isOn = useTwoFactor().data?.on ?? false
  useDocumentTitle(t('security.secondFactor.title'))
  const goOn = () => {
    noteNeedsFactor(false)
    navigate('/dashboard', { replace: true })
  }
  return (
    <AuthFrame>
      <div className="auth-state">
        <h1>{t('security.secondFactor.title')}</h1>
        <p className="t2 mt2 auth-lede">{t('security.secondFactor.text')}</p>
        <TwoFactorSection />
        <div className="row mt4">
          {isOn ? (
            <Button kind="yours" onClick={goOn}>
              {t('security.confirmEmail.go')}
            </Button>
          ) : null}
          <Button kind="quiet" onClick={() => void logout()}>
            {t('security.secondFactor.logout')}
          </Button>
        </div>
      </div>
    </AuthFrame>
  )
}
