import { Banner } from '#web/components/banner.tsx'
import { LinkButton } from '#web/components/forms/button.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { t } from '#web/messages/t.ts'
import { useConnection } from '#web/session/business.queries.ts'
import { PracticeButton } from './connect/practice-button.tsx'
import { useOnboardingStatus } from './onboarding.queries.ts'
import { bannerFace } from './onboarding-rules.ts'

const statusScreen = '/waba-onboarding-status'

/** On the dashboard: whether messages can be sent, and the next step where not. `calm`: the marigold button is elsewhere. */
export function OnboardingBanner({ calm }: { calm?: boolean }) {
  const { status, query } = useOnboardingStatus()
  // A stopped account has its own notice above, with its fix.
  const isStopped = useConnection()?.notices.some(({ stops }) => stops)
  if (isStopped) return null
  if (query.isPending) return <SkeletonLines lines={1} label={t('onboarding.status.loading')} />
  switch (bannerFace(status)) {
    case 'complete':
      return (
        <Banner
          kind="good"
          action={<LinkButton to="/send-message">{t('onboarding.status.banner.completeAction')}</LinkButton>}
        >
          {t('onboarding.status.banner.complete')}
        </Banner>
      )
    case 'partial':
      return (
        <Banner
          kind="yours"
          action={
            <LinkButton kind={calm ? 'default' : 'yours'} to={statusScreen}>
              {t('onboarding.status.banner.partialAction')}
            </LinkButton>
          }
        >
          {t('onboarding.status.banner.partial')}
        </Banner>
      )
    case 'none':
      return (
        <Banner
          kind="error"
          action={
            <span className="onb-acts">
              <PracticeButton size="small" />
              <LinkButton kind={calm ? 'default' : 'yours'} to={statusScreen}>
                {t('onboarding.status.banner.noneAction')}
              </LinkButton>
            </span>
          }
        >
          {t('onboarding.status.banner.none')}
        </Banner>
      )
  }
}
