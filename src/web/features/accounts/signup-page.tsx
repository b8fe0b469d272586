import { TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { useDocumentTitle } from '#web/components/page.tsx'
import { browserZone } from '#web/format/time.ts'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { AccountForm, EmailField, PasswordField } from './account-form.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { browserCountry } from './browser-country.ts'
import { signUp } from './sign-in.ts'

export default function SignupPage() {
  useDocumentTitle(t('accounts.signup.title'))
  const navigate = useNavigate()
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
          </>
        )}
      </AccountForm>
    </AuthFrame>
  )
}
