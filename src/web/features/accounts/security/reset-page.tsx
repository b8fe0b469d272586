import { useNavigate, useParams } from 'react-router'
import { ErrorState } from '#web/components/error-state.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { AccountForm, CodeField, PasswordField } from '../account-form.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { resetPassword } from '../sign-in.ts'
import { useResetLink } from './security.queries.ts'

/** Where the link of a mail leads: a new password, and a session. */
export default function ResetPage() {
  const { token = '' } = useParams()
  useDocumentTitle(t('security.reset.title'))
  const navigate = useNavigate()
  const link = useResetLink(token)
  if (!link.data?.usable) {
    return (
      <AuthFrame>
        <div className="auth-state">
          <h1>{t(link.data ? 'security.reset.over' : 'security.reset.title')}</h1>
          {link.data ? (
            <>
              <p className="t2 mt2 auth-lede">{t('security.reset.overText')}</p>
              <LinkButton to="/forgot" kind="yours" size="large" wide>
                {t('security.reset.again')}
              </LinkButton>
            </>
          ) : link.isError ? (
            <ErrorState error={link.error} onRetry={() => link.refetch()} />
          ) : (
            <SkeletonLines lines={4} label={t('security.reset.checking')} />
          )}
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame>
      <AccountForm
        heading={t('security.reset.title')}
        lede={t('security.reset.lede')}
        submit={t('security.reset.submit')}
        busyText={t('security.reset.busy')}
        foot={t.rich('security.forgot.back', { login: linkTo('/login') })}
        onSend={async (text) => {
          const code = text('code') || undefined
          const failed = await resetPassword({ token, password: text('password'), code })
          if (!failed) navigate('/dashboard')
          else void link.refetch()
          return failed
        }}
      >
        {(refused, needsCode) => (
          <>
            <PasswordField chosen refused={refused.password} />
            {needsCode ? <CodeField refused={refused.code} /> : null}
          </>
        )}
      </AccountForm>
    </AuthFrame>
  )
}
