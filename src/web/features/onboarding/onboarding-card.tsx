import { IconCheck } from '@tabler/icons-react'
import type { OnboardingStatus } from '#contract/onboarding.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { Section } from '#web/components/page.tsx'
import { Badge, type Tone } from '#web/components/status.tsx'
import { cardProgress } from './onboarding-rules.ts'
import './onboarding.css'
import '#web/look/check.css'

const tones: Record<ReturnType<typeof cardProgress>['badge'], Tone> = {
  Ready: 'delivered',
  Complete: 'sent',
  'In Progress': 'yours',
}

const categoryNames: Record<string, string> = {
  EDUCATION: 'Education',
  RETAIL: 'Retail',
  ENTERTAINMENT: 'Entertainment',
  REAL_ESTATE: 'Real estate',
  TRAVEL: 'Travel',
}

/** The four steps of the onboarding with how far they are, and what is known of the business's number. */
export function OnboardingCard({ status }: { status: OnboardingStatus }) {
  const { steps, percent, badge, message } = cardProgress(status)
  return (
    <Section
      className="onb-card"
      title="WhatsApp onboarding"
      aside={<Badge tone={tones[badge]}>{badge}</Badge>}
    >
      <div className="onb-progress">
        <div
          className="onb-bar"
          role="progressbar"
          aria-label="Onboarding"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
        <span className="num b">{percent}%</span>
      </div>
      <ol className="onb-steps">
        {steps.map((step) => (
          <li key={step.name} className={step.done ? 'done' : ''}>
            <span className={`n${step.done ? ' done' : ''}`}>
              {step.done ? <Icon of={IconCheck} size="small" /> : null}
            </span>
            <span>{step.name}</span>
            <span className="sm t3">{step.done ? 'Done' : 'Pending'}</span>
          </li>
        ))}
      </ol>
      <p className="t2 onb-says">{message}</p>
      <KeyValues
        rows={[
          ['Business name', status.businessName],
          ['Verified name', status.verified_name],
          ['Phone number', status.phoneNumber ? formatPhone(status.phoneNumber) : null],
          ['Phone number ID', mono(status.phoneNumberId)],
          ['WABA ID', mono(status.wabaId)],
          ['Country code', status.countryCode],
          ['Category', status.category ? (categoryNames[status.category] ?? status.category) : null],
          ['Messaging status', status.messagingStatus],
          ['Access token', status.accessToken ? 'Stored' : 'Not stored'],
        ]}
      />
    </Section>
  )
}

const mono = (id: string | null) => (id ? <span className="mono">{id}</span> : null)
