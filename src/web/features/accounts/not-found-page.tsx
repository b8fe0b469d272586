import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { useSession } from '#web/session/session.ts'
import { Login } from './login-page.tsx'

/** An unknown path shows the login screen; someone who is signed in is told so and led back. */
export default function NotFoundPage() {
  const { session } = useSession()
  if (!session) return <Login />
  return (
    <Login
      title="Page not found"
      note={
        <Banner
          kind="waiting"
          action={
            <LinkButton size="small" to="/dashboard">
              Back to dashboard
            </LinkButton>
          }
        >
          <b>Page not found.</b> There is nothing at this address.
        </Banner>
      }
    />
  )
}
