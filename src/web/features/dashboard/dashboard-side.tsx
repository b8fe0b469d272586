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
import { OnboardingCard, useOnboardingStatus } from '../onboarding/onboarding.ts'

type Figures = ResponseOf<typeof dashboard.stats>

const tools: readonly { to: string; name: string; icon: TablerIcon }[] = [
  { to: '/meta/template-form', name: 'Manage Meta Templates', icon: IconTemplate },
  { to: '/meta/send-message', name: 'Send WhatsApp Message', icon: IconSend },
  { to: '/meta/message-logs', name: 'View Meta Logs', icon: IconMessages },
  { to: '/meta/webhook-tester', name: 'Webhook Tester', icon: IconWebhook },
]

/** Today's figures, the tools, and, once all is ready, what is known of the number. */
export function DashboardSide({ figures, failed }: { figures: Figures | undefined; failed: boolean }) {
  const { status } = useOnboardingStatus()
  return (
    <>
      <Section first title="Today">
        {figures ? (
          <Today figures={figures} />
        ) : failed ? (
          <p className="t2">Not known for now.</p>
        ) : (
          <SkeletonLines lines={4} label="Loading today's figures" />
        )}
      </Section>
      <Section title="Tools">
        <ul className="tools">
          {tools.map((tool) => (
            <li key={tool.to}>
              <Link to={tool.to}>
                <Icon of={tool.icon} />
                <span>{tool.name}</span>
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
        ['Sent', <b key="sent">{formatNumber(today.sent)}</b>],
        ['Delivered', formatNumber(today.delivered)],
        ['Read', formatNumber(today.read)],
        ['Failed', logs('failed', today.failed)],
        ...(today.unknown ? ([['No answer yet', logs('unknown', today.unknown)]] as const) : []),
        ...(today.left_under_limit === null
          ? []
          : ([['Left under today’s limit', formatNumber(today.left_under_limit)]] as const)),
      ]}
    />
  )
}
