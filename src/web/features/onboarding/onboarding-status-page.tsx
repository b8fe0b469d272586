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
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
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
  const accounts = (connection?.accounts ?? []).filter(
    ({ status, for_test_phone }) => status !== 'disconnected' && !for_test_phone,
  )
  useScrollToHash(status !== null)
  return (
    <>
      <PageHeader
        title={t('onboarding.status.title')}
        lede={status ? t.rich(`onboarding.status.lede.${ledeOf(status)}`, ledeValues(status)) : null}
        actions={
          <Button
            icon={<Icon of={IconRefresh} />}
            onClick={() => sync.mutate({})}
            busy={sync.isPending && t('onboarding.status.syncing')}
          >
            {t('onboarding.status.sync')}
          </Button>
        }
      />
      <div className="cols">
        <div>
          <Section
            first
            title={t('onboarding.status.checklist')}
            aside={status ? t('onboarding.status.done', countsOf(status)) : undefined}
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
                  failed: t('onboarding.status.failed'),
                  unreachable: t('onboarding.status.unreachable'),
                }}
                onRetry={() => query.refetch()}
              />
            ) : (
              <SkeletonLines lines={8} label={t('onboarding.status.loading')} />
            )}
          </Section>
          {accounts.length > 0 ? <AccountsSection accounts={accounts} /> : null}
          {status ? (
            <div id="connect">
              <Section
                title={
                  accounts.length > 0
                    ? t('onboarding.status.connectAgain')
                    : t('onboarding.status.waysToConnect')
                }
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
        <aside aria-label={t('onboarding.doctor.title')}>
          <DoctorPanel />
        </aside>
      </div>
    </>
  )
}

const countsOf = ({ checklist }: ServerOnboardingStatus) => ({
  done: checklist.filter(({ state }) => state === 'done').length,
  total: checklist.length,
})

function ledeOf(status: ServerOnboardingStatus) {
  if (status.is_ready) return 'ready'
  if (!status.accessToken) return 'notConnected'
  if (status.problem) return 'problem'
  if (status.registration) return 'notRegistered'
  const { done, total } = countsOf(status)
  return done === total ? 'cannotSend' : 'almost'
}

function ledeValues(status: ServerOnboardingStatus) {
  const name = status.verified_name ?? status.businessName
  return { known: name ? 'yes' : 'no', name: name ?? '', ...countsOf(status), b: tags.b }
}

function ReadyBanner({ status }: { status: ServerOnboardingStatus }) {
  if (status.is_ready) {
    return (
      <Banner kind="good" action={<NextStep />}>
        {t('onboarding.status.ready')}
      </Banner>
    )
  }
  // A problem of a connected account is shown in the notice above and at its item.
  return <Banner kind="yours">{t('onboarding.status.notReady')}</Banner>
}

/** Scrolls to the linked part, which is on the page only after the status is loaded. */
function useScrollToHash(ready: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (ready && hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [ready, hash])
}
