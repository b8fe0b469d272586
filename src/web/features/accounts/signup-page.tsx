import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#web/components/forms/button.tsx'
import { FormError } from '#web/components/forms/field.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { browserZone } from '#web/format/time.ts'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { AuthFrame } from './auth-frame.tsx'
import { browserCountry } from './browser-country.ts'
import { type SignInFailure, signUp } from './sign-in.ts'

export default function SignupPage() {
  useDocumentTitle(t('accounts.signup.title'))
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name))
    setBusy(true)
    setFailure(null)
    const failed = await signUp({
      name: text('name'),
      email: text('email'),
      password: text('password'),
      country: browserCountry(),
      timezone: browserZone(),
    })
    if (failed) {
      setFailure(failed)
      setBusy(false)
    } else navigate('/dashboard')
  }

  return (
    <AuthFrame>
      <form onSubmit={submit}>
        <h1>{t('accounts.signup.title')}</h1>
        <p className="t2 mt2 auth-lede">{t('accounts.signup.lede')}</p>
        <FormError>{failure?.message}</FormError>
        <div className="stack">
          <TextInput
            label={t('accounts.signup.name')}
            name="name"
            autoComplete="name"
            required
            error={failure?.fields.name}
          />
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
            autoComplete="new-password"
            required
            description={t('accounts.passwordHelp')}
            error={failure?.fields.password}
            visibilityToggleButtonProps={{ 'aria-label': t('accounts.showPassword') }}
          />
          <Button type="submit" kind="yours" size="large" wide busy={busy && t('accounts.signup.busy')}>
            {t('accounts.signup.submit')}
          </Button>
        </div>
        <p className="sm t2 mt6">{t.rich('accounts.signup.login', { login: linkTo('/login') })}</p>
      </form>
    </AuthFrame>
  )
}
