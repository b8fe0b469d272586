import { TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { LinkButton } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { browserZone } from '#web/format/time.ts'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { AccountForm, EmailField, PasswordField } from './account-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { browserCountry } from './browser-country.ts'
import { useSignupState } from './security/security.queries.ts'
import { signUp } from './sign-in.ts'

export default function SignupPage() {
  useDocumentTitle(t('accounts.signup.title'))
  const navigate = useNavigate()
  const state = useSignupState()
  const door = state.data?.door
  if (door === 'invite' || door === 'closed') return <Closed door={door} />
  return (
    <AuthFrame>
      <AccountForm
        heading={t('accounts.signup.title')}
        lede={t('accounts.signup.lede')}
        submit={t('accounts.signup.submit')}
        busyText={t('accounts.signup.busy')}
        foot={t.rich('accounts.signup.login', { login: linkTo('/login') })}
        onSend={async (text) => {
          const failed = await signUp({
            name: text('name'),
            email: text('email'),
            password: text('password'),
            ...(state.data?.setup && { setup_code: text('setup_code') }),
            country: browserCountry(),
            timezone: browserZone(),
          })
          if (!failed) navigate('/dashboard')
          return failed
        }}
      >
        {(refused) => (
          <>
            <TextInput
              label={t('accounts.signup.name')}
              name="name"
              autoComplete="name"
              required
              error={refused.name}
            />
            <EmailField refused={refused.email} />
            <PasswordField chosen refused={refused.password} />
            {state.data?.setup ? (
              <TextInput
                label={t('security.signup.setupCode')}
                description={t('security.signup.setupCodeHelp')}
                name="setup_code"
                autoComplete="off"
                required
                error={refused.setup_code}
              />
            ) : null}
          </>
        )}
      </AccountForm>
    </AuthFrame>
  )
}

/** The operator lets nobody in, or only by an invitation. */
function Closed({ door }: { door: 'invite' | 'closed' }) {
  return (
    <AuthFrame>
      <div className="auth-state">
        <h1>{t(`security.signup.${door}`)}</h1>
        <p className="t2 mt2 auth-lede">{t(`security.signup.${door}Text`)}</p>
        <LinkButton to="/login" kind="yours" size="large" wide>
          {t('accounts.login.title')}
        </LinkButton>
      </div>
    </AuthFrame>
  )
}
