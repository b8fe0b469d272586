import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { ServerOnboardingStatus } from '#contract/onboarding.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { useConnection } from '#web/session/business.queries.ts'
import { AccountsSection } from './accounts-section.tsx'
import { OnboardingChecklist } from './checklist.tsx'
import { DialogWay } from './connect/dialog-way.tsx'
import { PracticeButton } from './connect/practice-button.tsx'
import { TokenForm } from './connect/token-form.tsx'
import { DoctorPanel } from './doctor/doctor-panel.tsx'
import { NextStep } from './next-step.tsx'
import { useOnboardingStatus, useSync } from './onboarding.queries.ts'
import './onboarding.css'

export default function OnboardingStatusPage() {
  const { status, query } = useOnboardingStatus('status')
  const sync = useSync()
  const connection = useConnection()
  const accounts = connection?.accounts.filter((account) => account.status !== 'disconnected') ?? []
  useScrollToHash(status !== null)
  return (
    <>
      <PageHeader
        title="WABA Onboarding Status"
        lede={status ? <Lede status={status} /> : null}
        actions={
          <Button
            icon={<Icon of={IconRefresh} />}
            onClick={() => sync.mutate({})}
            busy={sync.isPending && 'Syncing...'}
          >
            Sync
          </Button>
        }
      />
      <div className="cols">
        <div>
          <Section
            first
            title="Checklist"
            aside={status ? `${doneOf(status)} of ${status.checklist.length}` : undefined}
          >
            {status ? (
              <>
                <OnboardingChecklist status={status} />
                <div className="mt4">
                  <ReadyBanner status={status} />
                </div>
              </>
            ) : query.isError ? (
              <ErrorState
                error={query.error}
                words={{
                  failed: 'Failed to fetch onboarding status.',
                  unreachable: 'Error loading onboarding data.',
                }}
                onRetry={() => query.refetch()}
              />
            ) : (
              <SkeletonLines lines={8} label="Loading onboarding status" />
            )}
          </Section>
          {accounts.length > 0 ? <AccountsSection accounts={accounts} /> : null}
          {status ? (
            <div id="connect">
              <Section
                title={accounts.length > 0 ? 'Connect again, or another account' : 'Two ways to connect'}
              >
                <PracticeButton />
                <div className="ways onb-ways">
                  <DialogWay ready={status.is_ready} />
                  <TokenForm />
                </div>
              </Section>
            </div>
          ) : null}
        </div>
        <aside aria-label="Doctor">
          <DoctorPanel />
        </aside>
      </div>
    </>
  )
}

const doneOf = (status: ServerOnboardingStatus): number =>
  status.checklist.filter(({ state }) => state === 'done').length

function Lede({ status }: { status: ServerOnboardingStatus }) {
  const name = status.verified_name ?? status.businessName
  const done = doneOf(status)
  const who = name ? <b>{name}</b> : 'Your business'
  if (status.is_ready) return <>{who} is connected and can send.</>
  if (!status.accessToken)
    return <>{who} is not connected yet. It takes about two minutes, in one of two ways.</>
  if (status.problem) return <>{who} cannot send now.</>
  if (status.registration)
    return <>{who} is connected, but its number is not registered yet. Nothing can be sent.</>
  if (done === status.checklist.length) return <>{who} has everything done, but the number cannot send yet.</>
  return (
    <>
      {who} is almost connected:{' '}
      <b>
        {done} of {status.checklist.length}
      </b>{' '}
      are done.
    </>
  )
}

function ReadyBanner({ status }: { status: ServerOnboardingStatus }) {
  if (status.is_ready) {
    return (
      <Banner kind="good" action={<NextStep />}>
        Your WhatsApp Business account is ready. Messaging and templates are unlocked.
      </Banner>
    )
  }
  // What stops a connected account is said in the notice above and at its item.
  return <Banner kind="yours">Complete all steps above to unlock messaging and templates.</Banner>
}

/** Links lead to the ways to connect, which stand there only once the status is known. */
function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [ready, hash])
}
