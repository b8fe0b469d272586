import { useState } from 'react'
import { useParams } from 'react-router'
import { LinkButton } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { AccountForm } from '../account-form.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { useEmailConfirmation } from './security.queries.ts'

/** Where the link of a mail leads. A press confirms: programs that only open links confirm nothing. */
export default function ConfirmEmailPage() {
  const { token = '' } = useParams()
  useDocumentTitle(t('security.confirmEmail.title'))
  const confirmation = useEmailConfirmation()
  const [email, setEmail] = useState<string>()
  if (email !== undefined) {
    return (
      <AuthFrame>
        <div className="auth-state" role="status">
          <h1>{t('security.confirmEmail.done')}</h1>
          <p className="t2 mt2 auth-lede">{t('security.confirmEmail.doneText', { email })}</p>
          <LinkButton to="/dashboard" kind="yours" size="large" wide>
            {t('security.confirmEmail.go')}
          </LinkButton>
        </div>
      </AuthFrame>
    )
  }
  return (
    <AuthFrame>
      <AccountForm
        heading={t('security.confirmEmail.title')}
        lede={t('security.confirmEmail.lede')}
        submit={t('security.confirmEmail.submit')}
        busyText={t('security.confirmEmail.busy')}
        foot={t.rich('security.forgot.back', { login: linkTo('/login') })}
        onSend={async () => {
          try {
            setEmail((await confirmation.mutateAsync(token)).email)
            return null
          } catch (error) {
            const fields = error instanceof ApiError ? error.fields : {}
            return { message: sentenceFor(error, { failed: t('security.confirmEmail.failed') }), fields }
          }
        }}
      >
        {() => null}
      </AccountForm>
    </AuthFrame>
  )
}
