import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { LifeStep, MessageLife } from '#contract/messages.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Banner } from '#web/components/banner.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { Timeline } from '#web/components/figures/timeline.tsx'
import { Button, LinkButton } from '#web/components/forms/button.tsx'
import { confirm } from '#web/components/forms/confirm.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { SidePanel } from '#web/components/panel.tsx'
import { Formatted } from '#web/components/phone-preview.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { messageStatusName, type Tone } from '#web/components/status.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDate, formatMoment, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import { useMessageLife, useSettleUnknown } from './messages.queries.ts'
import { Resend } from './single/resend.tsx'

/** The history of one message: each status with its time, the provider's texts and webhooks. */
export function MessageDrawer({
  id,
  zone,
  onClose,
}: {
  id: number | null
  zone: string
  onClose: () => void
}) {
  const life = useMessageLife(id)
  const log = id === null ? undefined : life.data?.log
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      title={log ? log.lead_name || formatPhone(log.recipient_phone) : t('messages.drawer.title')}
      under={log?.lead_name ? formatPhone(log.recipient_phone) : undefined}
      actions={log ? <MessageActions log={log} /> : undefined}
    >
      {life.isError ? <ErrorState error={life.error} onRetry={() => life.refetch()} /> : null}
      {life.isPending ? <SkeletonLines lines={8} label={t('messages.drawer.loading')} /> : null}
      {log ? <Life log={log} zone={zone} /> : null}
    </SidePanel>
  )
}

function MessageActions({ log }: { log: MessageLife }) {
  const settle = useSettleUnknown(log.id, {
    success: (message) => toast.success(message ?? t('app.done')),
    error: (error) => toast.error(sentenceFor(error, { failed: t('app.failedTryAgain') })),
  })
  const sendAgain = async () => {
    const yes = await confirm({
      title: t('messages.drawer.sendAgainTitle'),
      consequence: t('messages.drawer.sendAgainRisk'),
      confirm: t('messages.drawer.sendAgain'),
      cancel: t('messages.drawer.notNow'),
    })
    if (yes) settle.mutate('send_again')
  }
  if (!log.can_settle && !log.can_resend && !log.lead_id) return null
  return (
    <>
      {log.can_resend ? <Resend log={log} /> : null}
      {log.can_settle ? (
        <>
          <Button busy={settle.isPending && t('app.workingBusy')} onClick={() => void sendAgain()}>
            {t('messages.drawer.sendAgain')}
          </Button>
          <Button kind="quiet" onClick={() => settle.mutate('write_off')}>
            {t('messages.drawer.writeOff')}
          </Button>
        </>
      ) : null}
      {log.lead_id ? (
        <LinkButton kind="quiet" to={`/lead-generator/${log.lead_id}`}>
          {t('messages.drawer.openLead')}
        </LinkButton>
      ) : null}
    </>
  )
}

const verdicts: Partial<Record<MessageLife['status'], 'error' | 'waiting'>> = {
  failed: 'error',
  skipped: 'waiting',
  cancelled: 'waiting',
  unknown: 'waiting',
}

function Life({ log, zone }: { log: MessageLife; zone: string }) {
  const decide = log.status === 'unknown' && log.can_settle
  const banner = decide ? 'yours' : verdicts[log.status]
  const words = [log.explanation, log.advice].filter(Boolean).join(' ')
  return (
    <>
      {banner && (words || log.status !== 'cancelled') ? (
        <Banner kind={banner}>
          <b>{t('messages.drawer.verdict', { status: decide ? 'decide' : log.status })}</b> {words}
        </Banner>
      ) : null}
      <p className="drawer-text">
        <Formatted pieces={readMessage(log.message_body)} />
      </p>
      <h3 className="h3 mt6 drawer-h3">{t('messages.drawer.history')}</h3>
      <Timeline moments={log.life.toReversed().map((step, index) => momentOf(step, index, log, zone))} />
      <h3 className="h3 mt6 drawer-h3">{t('messages.drawer.details')}</h3>
      <KeyValues rows={detailsOf(log, zone)} />
      {log.events.length ? (
        <>
          <h3 className="h3 mt6 drawer-h3">{t('messages.drawer.events')}</h3>
          {log.events.map((event) => (
            <RawEvent
              key={`${event.received_at} ${JSON.stringify(event.status)}`}
              event={event}
              zone={zone}
            />
          ))}
        </>
      ) : null}
    </>
  )
}

function RawEvent({ event, zone }: { event: MessageLife['events'][number]; zone: string }) {
  return (
    <section
      aria-label={t('messages.drawer.received', {
        time: formatTime(event.received_at, zone, 'milliseconds'),
      })}
    >
      <pre>{JSON.stringify(event.status, null, 2)}</pre>
    </section>
  )
}

const stepTones: Record<LifeStep['status'], Tone> = {
  queued: 'queued',
  sending: 'wait',
  accepted: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  clicked: 'read',
  failed: 'failed',
  unknown: 'unknown',
}

function momentOf(step: LifeStep, index: number, log: MessageLife, zone: string) {
  const first = index === log.life.length - 1
  const day = formatDate(step.at, zone)
  const sameDay = log.life[0] !== undefined && formatDate(log.life[0].at, zone) === day
  // WhatsApp tells whole seconds; our own clock is finer.
  const time = formatTime(step.at, zone, new Date(step.at).getMilliseconds() ? 'milliseconds' : 'seconds')
  return {
    key: `${step.status} ${index}`,
    tone: stepTones[step.status],
    title: t('messages.drawer.step', { status: step.status, name: messageStatusName(step.status) }),
    time: first
      ? formatMoment(step.at, zone, 'seconds')
      : sameDay
        ? time
        : t('messages.drawer.dayTime', { day, time }),
    says: step.text ?? (step.status === 'failed' && log.error_title ? providerText(log) : undefined),
  }
}

function providerText({ error_title, error_code }: MessageLife): string {
  const text = error_title?.replace(/\.$/, '') ?? ''
  return error_code === null
    ? t('messages.drawer.providerSaid', { text })
    : t('messages.drawer.providerSaidCode', { text, code: String(error_code) })
}

function detailsOf(log: MessageLife, zone: string) {
  const mono = (text: string) => <span className="mono">{text}</span>
  const campaign = log.campaign_id ? (
    <Link to={`/campaigns/${log.campaign_id}`}>{log.campaign_name ?? log.campaign_id}</Link>
  ) : (
    t('messages.drawer.noCampaign')
  )
  const rows: [name: string, value: ReactNode][] = []
  rows.push([t('messages.drawer.campaign'), campaign])
  const template = { name: log.template_name, language: log.language }
  rows.push([t('messages.drawer.template'), mono(t('messages.drawer.templateName', template))])
  if (log.sender_phone) rows.push([t('messages.drawer.sentFrom'), formatPhone(log.sender_phone)])
  if (log.price) rows.push([t('messages.drawer.price'), priceText(log.price)])
  if (log.error_details) rows.push([t('messages.drawer.providerDetails'), log.error_details])
  if (log.attempts > 1) rows.push([t('messages.drawer.attempts'), String(log.attempts)])
  if (log.due_at)
    rows.push([
      t(log.status === 'unknown' ? 'messages.drawer.decidedAt' : 'messages.drawer.nextTry'),
      formatMoment(log.due_at, zone, 'seconds'),
    ])
  if (log.wamid) rows.push([t('messages.drawer.wamid'), mono(log.wamid)])
  rows.push([t('messages.drawer.id'), mono(String(log.id))])
  return rows
}

function priceText({ category, type }: NonNullable<MessageLife['price']>): string {
  const kind = t('messages.drawer.category', { category: category?.toLowerCase() ?? 'message' })
  return t(type?.startsWith('free') ? 'messages.drawer.free' : 'messages.drawer.charged', { category: kind })
}
