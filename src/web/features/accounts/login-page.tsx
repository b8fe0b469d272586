import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { currentSession, useSession } from '#web/session/session.ts'
import { wayBack } from '#web/session/way-back.ts'
import { AccountForm, CodeField, EmailField, PasswordField } from './account-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { canUsePasskeys } from './security/browser-passkey.ts'
import { logIn, logInByPasskey } from './sign-in.ts'

export default function LoginPage() {
  const { session } = useSession()
  const [startedWith] = useState(session)
  return (
    <Login
      note={
        startedWith?.user ? (
          <Banner
            kind="waiting"
            action={
              <LinkButton size="small" to="/dashboard">
                {t('accounts.login.dashboard')}
              </LinkButton>
            }
          >
            {t('accounts.login.already', { name: startedWith.user.name })}
          </Banner>
        ) : null
      }
    />
  )
}

/** The login screen; `note` says why it is here, where that needs saying. */
export function Login({ note, title }: { note?: ReactNode; title?: string }) {
  useDocumentTitle(title ?? t('accounts.login.title'))
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <AuthFrame note={note}>
      <AccountForm
        heading={t('accounts.login.title')}
        lede={t('accounts.login.lede')}
        submit={t('accounts.login.submit')}
        busyText={t('accounts.login.busy')}
        foot={
          <>
            {t.rich('accounts.login.signup', { signup: linkTo('/signup') })}
            <Link className="auth-forgot" to="/forgot">
              {t('security.forgot.link')}
            </Link>
          </>
        }
        onSend={async (text) => {
          const code = text('code') || undefined
          const failed = await logIn({ email: text('email'), password: text('password'), code })
          if (!failed) navigate(wayBack(state, currentSession()?.user?.user_id ?? 0))
          return failed
        }}
        more={
          canUsePasskeys() ? (
            <PasskeyButton onDone={() => navigate(wayBack(state, currentSession()?.user?.user_id ?? 0))} />
          ) : null
        }
      >
        {(refused, needsCode) => (
          <>
            <EmailField refused={refused.email} />
            <PasswordField refused={refused.password} />
            {needsCode ? <CodeField refused={refused.code} /> : null}
          </>
        )}
      </AccountForm>
    </AuthFrame>
  )
}

/** Logs in with a passkey; what went wrong is said above it. */
function PasskeyButton({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async () => {
    setBusy(true)
    setFailure('')
    const failed = await logInByPasskey()
    setBusy(false)
    if (failed) setFailure(failed.message)
    else onDone()
  }
  return (
    <>
      <FormError>{failure}</FormError>
      <Button wide size="large" busy={busy && t('security.passkeys.loginBusy')} onClick={() => void send()}>
        {t('security.passkeys.login')}
      </Button>
    </>
  )
}
