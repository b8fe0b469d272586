import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { useSession } from '#web/session/session.ts'
import { Login } from './login-page.tsx'

/** An unknown path shows the login screen; someone who is signed in gets a way back to the dashboard. */
export default function NotFoundPage() {
  const { session } = useSession()
  if (!session) return <Login />
  return (
    <Login
      title={t('accounts.notFound.title')}
      note={
        <Banner
          kind="waiting"
          action={
            <LinkButton size="small" to="/dashboard">
              {t('accounts.notFound.dashboard')}
            </LinkButton>
          }
        >
          {t.rich('accounts.notFound.text', { b: tags.b })}
        </Banner>
      }
    />
  )
}
