import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { useConnection } from '#web/session/business.queries.ts'
import { PracticeButton } from './connect/practice-button.tsx'
import { useOnboardingStatus } from './onboarding.queries.ts'
import { bannerFace } from './onboarding-rules.ts'

const statusScreen = '/waba-onboarding-status'

/** On the dashboard: whether messages can be sent, and the next step where not. */
export function OnboardingBanner() {
  const { status, query } = useOnboardingStatus()
  // What stopped a connected account is said in the notice above, with its own remedy.
  const isStopped = useConnection()?.notices.some(({ stops }) => stops)
  if (isStopped) return null
  if (query.isPending) return <SkeletonLines lines={1} label="Loading onboarding status" />
  switch (bannerFace(status)) {
    case 'complete':
      return (
        <Banner kind="good" action={<LinkButton to="/send-message">Manage Campaigns</LinkButton>}>
          Meta WhatsApp onboarding complete! You're ready to send messages.
        </Banner>
      )
    case 'partial':
      return (
        <Banner
          kind="yours"
          action={
            <LinkButton kind="yours" to={statusScreen}>
              Continue Onboarding
            </LinkButton>
          }
        >
          Almost done! Please complete the remaining WhatsApp Business setup.
        </Banner>
      )
    case 'none':
      return (
        <Banner
          kind="error"
          action={
            <span className="onb-acts">
              <PracticeButton size="small" />
              <LinkButton kind="yours" to={statusScreen}>
                Start Setup
              </LinkButton>
            </span>
          }
        >
          You haven't completed Meta WhatsApp onboarding yet.
        </Banner>
      )
  }
}
