import { IconCheck } from '@tabler/icons-react'
import type { BusinessCategory, OnboardingStatus } from '#contract/onboarding.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { Section } from '#web/components/page.tsx'
import { Badge, type Tone } from '#web/components/status.tsx'
import { formatPercent } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { type CardBadge, cardProgress } from './onboarding-rules.ts'
import './onboarding.css'
import '#web/look/check.css'

const tones: Record<CardBadge, Tone> = { ready: 'delivered', complete: 'sent', inProgress: 'yours' }

/** The name of a category; one that only the provider knows is shown as it is. */
function categoryName(category: string): string {
  const key = `onboarding.status.categories.${category as BusinessCategory}` as const
  return t.has(key) ? t(key) : category
}

/** The four steps of the onboarding with how far they are, and what is known of the business's number. */
export function OnboardingCard({ status }: { status: OnboardingStatus }) {
  const { steps, percent, badge } = cardProgress(status)
  return (
    <Section
      className="onb-card"
      title={t('onboarding.status.card.title')}
      aside={<Badge tone={tones[badge]}>{t(`onboarding.status.card.badge.${badge}`)}</Badge>}
    >
      <div className="onb-progress">
        <div
          className="onb-bar"
          role="progressbar"
          aria-label={t('onboarding.status.card.progress')}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
        <span className="num b">{formatPercent(percent, 100)}</span>
      </div>
      <ol className="onb-steps">
        {steps.map((step) => (
          <li key={step.id} className={step.done ? 'done' : ''}>
            <span className={`n${step.done ? ' done' : ''}`}>
              {step.done ? <Icon of={IconCheck} size="small" /> : null}
            </span>
            <span>{t(`onboarding.status.card.steps.${step.id}`)}</span>
            <span className="sm t3">
              {step.done ? t('onboarding.status.card.stepDone') : t('onboarding.status.card.stepPending')}
            </span>
          </li>
        ))}
      </ol>
      <p className="t2 onb-says">{t(`onboarding.status.card.message.${badge}`)}</p>
      <KeyValues
        rows={[
          [t('onboarding.status.card.businessName'), status.businessName],
          [t('onboarding.status.card.verifiedName'), status.verified_name],
          [
            t('onboarding.status.card.phoneNumber'),
            status.phoneNumber ? formatPhone(status.phoneNumber) : null,
          ],
          [t('onboarding.status.card.phoneNumberId'), mono(status.phoneNumberId)],
          [t('onboarding.status.card.wabaId'), mono(status.wabaId)],
          [t('onboarding.status.card.countryCode'), status.countryCode],
          [t('onboarding.status.card.category'), status.category ? categoryName(status.category) : null],
          [t('onboarding.status.card.messagingStatus'), status.messagingStatus],
          [
            t('onboarding.status.card.accessToken'),
            status.accessToken
              ? t('onboarding.status.card.tokenStored')
              : t('onboarding.status.card.tokenMissing'),
          ],
        ]}
      />
    </Section>
  )
}

const mono = (id: string | null) => (id ? <span className="mono">{id}</span> : null)
