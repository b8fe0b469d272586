import { TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InvitationState } from '#contract/team.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { logout } from '#web/session/logout.ts'
import { useSession } from '#web/session/session.ts'
import { AccountForm, EmailField, PasswordField } from '../account-form.tsx'
import { AuthFrame } from '../auth-frame.tsx'
import { join } from '../sign-in.ts'
import { useInvitation } from './team.queries.ts'
import './team.css'

/** Where the link of an invitation leads: a form for a new account of that business, or why the link is no good. */
export default function JoinPage() {
  const { token = '' } = useParams()
  const title = t('team.join.title')
  useDocumentTitle(title)
  const invitation = useInvitation(token)
  const { session } = useSession()
  // The own new session is no reason to ask.
  const [busy, setBusy] = useState(false)
  if (invitation.data?.state === 'open') {
    const { business_name, invited_by, email } = invitation.data
    const open = { business: business_name ?? '', name: invited_by ?? '', email }
    return (
      <AuthFrame>
        {session?.user && !busy ? (
          <Already name={session.user.name} business={open.business} />
        ) : (
          <JoinForm token={token} {...open} onBusy={setBusy} onRefused={() => void invitation.refetch()} />
        )}
      </AuthFrame>
    )
  }
  return (
    <AuthFrame>
      {invitation.data ? (
        <Closed state={invitation.data.state} />
      ) : (
        <State title={title}>
          {invitation.isError ? (
            <ErrorState error={invitation.error} onRetry={() => invitation.refetch()} />
          ) : (
            <SkeletonLines lines={6} label={t('team.join.checking')} />
          )}
        </State>
      )}
    </AuthFrame>
  )
}

function State({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="join-state">
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/** The link was used, revoked, has expired, or was never one. */
function Closed({ state }: { state: Exclude<InvitationState, 'open'> }) {
  return (
    <State title={t(`team.join.${state}`)}>
      <p className="t2 mt2 auth-lede">{t(`team.join.${state}Text`)}</p>
      <LinkButton to="/login" kind="yours" size="large" wide>
        {t('team.join.toLogin')}
      </LinkButton>
    </State>
  )
}

/** Somebody else is logged in here. */
function Already({ name, business }: { name: string; business: string }) {
  return (
    <State title={t('team.join.already', { name })}>
      <p className="t2 mt2 auth-lede">{t('team.join.alreadyText', { business })}</p>
      <div className="stack">
        <Button kind="yours" size="large" wide onClick={() => void logout()}>
          {t('team.join.logout')}
        </Button>
        <LinkButton to="/dashboard" wide>
          {t('team.join.dashboard')}
        </LinkButton>
      </div>
    </State>
  )
}

function JoinForm({
  token,
  business,
  name,
  email,
  onBusy,
  onRefused,
}: {
  token: string
  business: string
  /** Who invites. */
  name: string
  /** Only this address can join. */
  email: string | null
  onBusy: (busy: boolean) => void
  onRefused: () => void
}) {
  const navigate = useNavigate()
  return (
    <AccountForm
      heading={t('team.join.heading', { business })}
      lede={t('team.join.lede', { name })}
      submit={t('team.join.submit')}
      busyText={t('team.join.busy')}
      foot={t.rich('team.join.login', { login: linkTo('/login') })}
      onBusy={onBusy}
      onSend={async (text) => {
        const failed = await join({
          token,
          name: text('name'),
          email: text('email'),
          password: text('password'),
        })
        if (failed) onRefused()
        else navigate('/dashboard')
        return failed
      }}
    >
      {(refused) => (
        <>
          <TextInput
            label={t('team.join.name')}
            name="name"
            autoComplete="name"
            maxLength={120}
            required
            error={refused.name}
          />
          <EmailField bound={email} refused={refused.email} />
          <PasswordField chosen refused={refused.password} />
        </>
      )}
    </AccountForm>
  )
}
