import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { Tabs } from '#web/components/forms/segmented.tsx'
import { PageHeader, Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { sentenceFor } from '#web/net/api.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { writeKey } from '#web/session/storage.ts'
import { PracticeButton } from './connect/practice-button.tsx'
import { RealThing } from './connect/real-thing.tsx'
import { RegistrationForm } from './connect/registration-form.tsx'
import { syncStatus, useConnectionChanged, useOnboardingStatus } from './onboarding.queries.ts'
import { OnboardingCard } from './onboarding-card.tsx'

const tabs = [
  { value: 'new', name: 'New Registration' },
  { value: 'existing', name: 'Already Registered' },
] as const

export default function WabaSetupPage() {
  const [address, setAddress] = useSearchParams()
  const mode = address.get('tab') === 'existing' ? 'existing' : 'new'
  const connection = useConnection()
  const code = address.get('code')
  if (code !== null) return <Returned code={code} state={address.get('state')} />
  const connected = connection?.accounts.find(({ status }) => status === 'connected')
  return (
    <>
      <PageHeader
        title="WhatsApp Business Onboarding"
        lede="Connect your WhatsApp Business account (WABA). Meta asks you to log in and sends you back here."
      />
      {connected ? (
        <div className="onb-connected">
          <Banner
            kind="good"
            action={
              <LinkButton size="small" to="/meta/onboarding-status">
                See its state
              </LinkButton>
            }
          >
            <b>{connected.name}</b> is connected. Registering again adds another account or renews its access.
          </Banner>
        </div>
      ) : null}
      <div className="cols">
        <Section first title="Your business">
          <Tabs
            label="Registration"
            choices={tabs}
            value={mode}
            onChange={(tab) => setAddress({ tab }, { replace: true })}
          >
            <RegistrationForm key={mode} mode={mode} isConnected={connected !== undefined} />
          </Tabs>
        </Section>
        <aside aria-label="Other ways and progress">
          <Section first title="You have a token?">
            <p className="t2">
              With a Meta app of your own you need no login here and no review: paste its system-user token.
            </p>
            <div className="mt4">
              <span className="onb-acts">
                <LinkButton to="/meta/onboarding-status#connect">Paste a token</LinkButton>
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

/** How far the business is, from the first step on; the dashboard shows the card only when all is ready. */
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
    // A code works once; so does this, however often the screen is drawn.
    if (handled.current) return
    handled.current = true
    syncStatus(state ? { code, state } : {})
      .then(async () => {
        writeKey('justConnected', 'true')
        await changed()
        toast.success('Onboarding status synced.')
      })
      .catch((error: unknown) => {
        const sentence = sentenceFor(error, {
          failed: 'Failed to sync onboarding status.',
          unreachable: 'Server error while syncing.',
        })
        setProblem(sentence)
        toast.error(sentence)
      })
      .finally(() => navigate('/dashboard', { replace: true }))
  }, [code, state, navigate, changed])
  return (
    <>
      <PageHeader
        title="WhatsApp Business Onboarding"
        lede="Meta sent you back. Your account is being read."
      />
      {problem ? <Banner kind="error">{problem}</Banner> : <SkeletonLines lines={3} label="Syncing" />}
    </>
  )
}
