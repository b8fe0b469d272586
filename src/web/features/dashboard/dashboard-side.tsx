import {
  IconChevronRight,
  IconMessages,
  IconSend,
  IconTemplate,
  IconWebhook,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { dashboard } from '#contract/dashboard.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { Section } from '#web/components/page.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatNumber } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { OnboardingCard, useOnboardingStatus } from '../onboarding/onboarding.ts'

type Figures = ResponseOf<typeof dashboard.stats>

const tools: readonly { to: string; name: 'templates' | 'send' | 'logs' | 'webhook'; icon: TablerIcon }[] = [
  { to: '/meta/template-form', name: 'templates', icon: IconTemplate },
  { to: '/meta/send-message', name: 'send', icon: IconSend },
  { to: '/meta/message-logs', name: 'logs', icon: IconMessages },
  { to: '/meta/webhook-tester', name: 'webhook', icon: IconWebhook },
]

/** Today's figures, the tools and, once connected, the details of the number. */
export function DashboardSide({ figures, failed }: { figures: Figures | undefined; failed: boolean }) {
  const { status } = useOnboardingStatus()
  return (
    <>
      <Section first title={t('dashboard.today.title')}>
        {figures ? (
          <Today figures={figures} />
        ) : failed ? (
          <p className="t2">{t('dashboard.today.failed')}</p>
        ) : (
          <SkeletonLines lines={4} label={t('dashboard.today.loading')} />
        )}
      </Section>
      <Section title={t('dashboard.tools.title')}>
        <ul className="tools">
          {tools.map((tool) => (
            <li key={tool.to}>
              <Link to={tool.to}>
                <Icon of={tool.icon} />
                <span>{t(`dashboard.tools.${tool.name}`)}</span>
                <Icon of={IconChevronRight} size="small" />
              </Link>
            </li>
          ))}
        </ul>
      </Section>
      {status?.isReady ? <OnboardingCard status={status} /> : null}
    </>
  )
}

function Today({ figures: { today } }: { figures: Figures }) {
  const logs = (status: string, count: number) =>
    count ? (
      <Link to={`/message-logs?status=${status}&date=today`}>{formatNumber(count)}</Link>
    ) : (
      formatNumber(count)
    )
  return (
    <KeyValues
      rows={[
        [t('dashboard.today.sent'), <b key="sent">{formatNumber(today.sent)}</b>],
        [t('dashboard.today.delivered'), formatNumber(today.delivered)],
        [t('dashboard.today.read'), formatNumber(today.read)],
        [t('dashboard.today.failedCount'), logs('failed', today.failed)],
        ...(today.unknown ? ([[t('dashboard.today.unknown'), logs('unknown', today.unknown)]] as const) : []),
        ...(today.left_under_limit === null
          ? []
          : ([[t('dashboard.today.left'), formatNumber(today.left_under_limit)]] as const)),
      ]}
    />
  )
}
