import { useState } from 'react'
import { resetHours } from '#contract/security.ts'
import { LinkButton } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { linkTo, tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { ApiError, sentenceFor } from '#web/net/api.ts'
import { AccountForm, EmailField } from '../account-form.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { useForgot } from './security.queries.ts'

/** Asks for a link that sets a new password. */
export default function ForgotPage() {
  useDocumentTitle(t('security.forgot.title'))
  const forgot = useForgot()
  const [asked, setAsked] = useState<{ email: string; mails: boolean } | null>(null)
  if (asked) return <Asked {...asked} />
  return (
    <AuthFrame>
      <AccountForm
        heading={t('security.forgot.title')}
        lede={t('security.forgot.lede')}
        submit={t('security.forgot.submit')}
        busyText={t('security.forgot.busy')}
        foot={t.rich('security.forgot.back', { login: linkTo('/login') })}
        onSend={async (text) => {
          const email = text('email').trim()
          try {
            const { mails } = await forgot.mutateAsync(email)
            setAsked({ email, mails })
            return null
          } catch (error) {
            const fields = error instanceof ApiError ? error.fields : {}
            return { message: sentenceFor(error, { failed: t('security.forgot.failed') }), fields }
          }
        }}
      >
        {(refused) => <EmailField refused={refused.email} />}
      </AccountForm>
    </AuthFrame>
  )
}

/** The same for an address with an account and one without. */
function Asked({ email, mails }: { email: string; mails: boolean }) {
  return (
    <AuthFrame>
      <div className="auth-state" role="status">
        <h1>{t(mails ? 'security.forgot.sent' : 'security.forgot.noMail')}</h1>
        <p className="t2 mt2 auth-lede">
          {mails
            ? t('security.forgot.sentText', { email, hours: resetHours })
            : t.rich('security.forgot.noMailText', { email, ...tags })}
        </p>
        <LinkButton to="/login" kind="yours" size="large" wide>
          {t('accounts.login.title')}
        </LinkButton>
      </div>
    </AuthFrame>
  )
}
