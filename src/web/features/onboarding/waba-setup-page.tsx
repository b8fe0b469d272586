import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Tabs } from '#web/components/forms/segmented.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { tags } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { writeKey } from '#web/session/storage.ts'
import { PracticeButton } from './connect/practice-button.tsx'
import { RealThing } from './connect/real-thing.tsx'
import { RegistrationForm } from './connect/registration-form.tsx'
import { syncStatus, useConnectionChanged, useOnboardingStatus } from './onboarding.queries.ts'
import { OnboardingCard } from './onboarding-card.tsx'

const tabs = () =>
  [
    { value: 'new', name: t('onboarding.setup.tabs.new') },
    { value: 'existing', name: t('onboarding.setup.tabs.existing') },
  ] as const

export default function WabaSetupPage() {
  const [address, setAddress] = useSearchChoice()
  const mode = address.get('tab') === 'existing' ? 'existing' : 'new'
  const connection = useConnection()
  const code = address.get('code')
  if (code !== null) return <Returned code={code} state={address.get('state')} />
  const connected = connection?.accounts.find(
    ({ status, for_test_phone }) => status === 'connected' && !for_test_phone,
  )
  return (
    <>
      <PageHeader title={t('onboarding.setup.title')} lede={t('onboarding.setup.lede')} />
      {connected ? (
        <div className="onb-connected">
          <Banner
            kind="good"
            action={
              <LinkButton size="small" to="/meta/onboarding-status">
                {t('onboarding.setup.viewStatus')}
              </LinkButton>
            }
          >
            {t.rich('onboarding.setup.connected', { name: connected.name, b: tags.b })}
          </Banner>
        </div>
      ) : null}
      <div className="cols">
        <Section first title={t('onboarding.setup.business')}>
          <Tabs
            label={t('onboarding.setup.tabs.label')}
            choices={tabs()}
            value={mode}
            onChange={(tab) => setAddress({ tab })}
          >
            <RegistrationForm key={mode} mode={mode} isConnected={connected !== undefined} />
          </Tabs>
        </Section>
        <aside aria-label={t('onboarding.setup.aside')}>
          <Section first title={t('onboarding.setup.token.title')}>
            <p className="t2">{t('onboarding.setup.token.help')}</p>
            <div className="mt4">
              <span className="onb-acts">
                <LinkButton to="/meta/onboarding-status#connect">
                  {t('onboarding.setup.token.paste')}
                </LinkButton>
                <PracticeButton />
              </span>
            </div>
          </Section>
          <Progress />
        </aside>
      </div>
      <RealThing />
    </>
  )
}

/** The progress from the first step on; the dashboard shows this card only when everything is ready. */
function Progress() {
  const { status } = useOnboardingStatus()
  return status ? <OnboardingCard status={status} /> : null
}

/** The provider sent the browser back here with a code: the status is synced once, and the dashboard shows it. */
function Returned({ code, state }: { code: string; state: string | null }) {
  const navigate = useNavigate()
  const changed = useConnectionChanged()
  const [problem, setProblem] = useState<string | null>(null)
  const handled = useRef(false)
  useEffect(() => {
    // A code works once.
    if (handled.current) return
    handled.current = true
    syncStatus(state ? { code, state } : {})
      .then(async () => {
        writeKey('justConnected', 'true')
        await changed()
        toast.success(t('onboarding.status.synced'))
      })
      .catch((error: unknown) => {
        const sentence = sentenceFor(error, {
          failed: t('onboarding.status.syncFailed'),
          unreachable: t('onboarding.status.syncUnreachable'),
        })
        setProblem(sentence)
        toast.error(sentence)
      })
      .finally(() => navigate('/dashboard', { replace: true }))
  }, [code, state, navigate, changed])
  return (
    <>
      <PageHeader title={t('onboarding.setup.title')} lede={t('onboarding.setup.returned')} />
      {problem ? (
        <Banner kind="error">{problem}</Banner>
      ) : (
        <SkeletonLines lines={3} label={t('onboarding.setup.syncing')} />
      )}
    </>
  )
}
