import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Banner } from '#web/components/banner.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { currentSession, useSession } from '#web/session/session.ts'
import { wayBack } from '#web/session/way-back.ts'
import { AuthFrame } from './auth-frame.tsx'
import { logIn, type SignInFailure } from './sign-in.ts'

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
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setFailure(null)
    const failed = await logIn({ email: String(form.get('email')), password: String(form.get('password')) })
    if (failed) {
      setFailure(failed)
      setBusy(false)
    } else navigate(wayBack(state, currentSession()?.user?.user_id ?? 0))
  }

  return (
    <AuthFrame note={note}>
      <form onSubmit={submit}>
        <h1>{t('accounts.login.title')}</h1>
        <p className="t2 mt2 auth-lede">{t('accounts.login.lede')}</p>
        <FormError>{failure?.message}</FormError>
        <div className="stack">
          <TextInput
            label={t('accounts.email')}
            name="email"
            type="email"
            autoComplete="username"
            required
            error={failure?.fields.email}
          />
          <PasswordInput
            label={t('accounts.password')}
            name="password"
            autoComplete="current-password"
            required
            error={failure?.fields.password}
            visibilityToggleButtonProps={{ 'aria-label': t('accounts.showPassword') }}
          />
          <Button type="submit" kind="yours" size="large" wide busy={busy && t('accounts.login.busy')}>
            {t('accounts.login.submit')}
          </Button>
        </div>
        <p className="sm t2 mt6">{t.rich('accounts.login.signup', { signup: linkTo('/signup') })}</p>
      </form>
    </AuthFrame>
  )
}
