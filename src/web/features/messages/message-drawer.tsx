import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type LifeStep, type MessageLife, messages } from '#contract/messages.ts'
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
import type { Tone } from '#web/components/status.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDate, formatMoment, formatTime } from '#web/format/time.ts'
import { call, keyOf, queryFor, sentenceFor } from '#web/net/api.ts'
import { Resend } from './single/resend.tsx'
import { capital } from './status-word.ts'

/** The life of one message: each status with its time, the provider's words, and what it sent us. */
export function MessageDrawer({
  id,
  zone,
  onClose,
}: {
  id: number | null
  zone: string
  onClose: () => void
}) {
  const life = useQuery({
    ...queryFor(messages.life, { params: { id: id ?? 0 } }),
    enabled: id !== null,
    refetchInterval: 5_000,
  })
  const log = id === null ? undefined : life.data?.log
  return (
    <SidePanel
      opened={id !== null}
      onClose={onClose}
      title={log ? log.lead_name || formatPhone(log.recipient_phone) : 'Message'}
      under={log?.lead_name ? formatPhone(log.recipient_phone) : undefined}
      actions={log ? <MessageActions log={log} /> : undefined}
    >
      {life.isError ? <ErrorState error={life.error} onRetry={() => life.refetch()} /> : null}
      {life.isPending ? <SkeletonLines lines={8} label="Loading the message" /> : null}
      {log ? <Life log={log} zone={zone} /> : null}
    </SidePanel>
  )
}

function MessageActions({ log }: { log: MessageLife }) {
  const queries = useQueryClient()
  const settle = useMutation({
    mutationFn: (as: 'send_again' | 'write_off') =>
      call(messages.settleUnknown, { body: { ids: [log.id], as } }),
    onSuccess: (answer) => {
      toast.success(answer.message ?? 'Done.')
      void queries.invalidateQueries({ queryKey: keyOf(messages.life) })
      void queries.invalidateQueries({ queryKey: keyOf(messages.logs) })
    },
    onError: (error) => toast.error(sentenceFor(error, { failed: 'This did not work. Try again.' })),
  })
  const sendAgain = async () => {
    const yes = await confirm({
      title: 'Send this message again?',
      consequence: 'WhatsApp may have taken it the first time. The person then gets it twice.',
      confirm: 'Send again',
      cancel: 'Not now',
    })
    if (yes) settle.mutate('send_again')
  }
  if (!log.can_settle && !log.can_resend && !log.lead_id) return null
  return (
    <>
      {log.can_resend ? <Resend log={log} /> : null}
      {log.can_settle ? (
        <>
          <Button busy={settle.isPending && 'Working...'} onClick={() => void sendAgain()}>
            Send again
          </Button>
          <Button kind="quiet" onClick={() => settle.mutate('write_off')}>
            Write off
          </Button>
        </>
      ) : null}
      {log.lead_id ? (
        <LinkButton kind="quiet" to={`/lead-generator/${log.lead_id}`}>
          Open lead
        </LinkButton>
      ) : null}
    </>
  )
}

const verdicts: Partial<
  Record<MessageLife['status'], { kind: 'error' | 'yours' | 'waiting'; title: string }>
> = {
  failed: { kind: 'error', title: 'It did not arrive.' },
  skipped: { kind: 'waiting', title: 'It was left out.' },
  cancelled: { kind: 'waiting', title: 'It was cancelled.' },
  unknown: { kind: 'waiting', title: 'Nobody knows yet.' },
}

function Life({ log, zone }: { log: MessageLife; zone: string }) {
  const verdict = verdicts[log.status]
  const banner =
    log.status === 'unknown' && log.can_settle
      ? { kind: 'yours' as const, title: 'Your decision is needed.' }
      : verdict
  const words = [log.explanation, log.advice].filter(Boolean).join(' ')
  return (
    <>
      {banner && (words || log.status !== 'cancelled') ? (
        <Banner kind={banner.kind}>
          <b>{banner.title}</b> {words}
        </Banner>
      ) : null}
      <p className="drawer-text">
        <Formatted pieces={readMessage(log.message_body)} />
      </p>
      <h3 className="h3 mt6 drawer-h3">Life of this message</h3>
      <Timeline moments={log.life.toReversed().map((step, index) => momentOf(step, index, log, zone))} />
      <h3 className="h3 mt6 drawer-h3">Details</h3>
      <KeyValues rows={detailsOf(log, zone)} />
      {log.events.length ? (
        <>
          <h3 className="h3 mt6 drawer-h3">What WhatsApp sent us</h3>
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
    <section aria-label={`Received ${formatTime(event.received_at, zone, 'milliseconds')}`}>
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
    title: step.status === 'accepted' ? 'Accepted by WhatsApp' : capital(step.status),
    time: first ? formatMoment(step.at, zone, 'seconds') : sameDay ? time : `${day}, ${time}`,
    says: step.words ?? (step.status === 'failed' && log.error_title ? providerWords(log) : undefined),
  }
}

const providerWords = (log: MessageLife) =>
  `WhatsApp said: ${log.error_title?.replace(/\.$/, '')}${log.error_code === null ? '' : ` (${log.error_code})`}`

function detailsOf(log: MessageLife, zone: string) {
  const mono = (text: string) => <span className="mono">{text}</span>
  const campaign = log.campaign_id ? (
    <Link to={`/campaigns/${log.campaign_id}`}>{log.campaign_name ?? log.campaign_id}</Link>
  ) : (
    'None, sent by itself'
  )
  const rows: [name: string, value: ReactNode][] = []
  rows.push(['Campaign', campaign])
  rows.push(['Template', mono(`${log.template_name}, ${log.language}`)])
  if (log.sender_phone) rows.push(['Sent from', formatPhone(log.sender_phone)])
  if (log.price) rows.push(['Price', priceWords(log.price)])
  if (log.error_details) rows.push(['WhatsApp’s words', log.error_details])
  if (log.attempts > 1) rows.push(['Tries', String(log.attempts)])
  if (log.due_at)
    rows.push([
      log.status === 'unknown' ? 'Decided at' : 'Next try',
      formatMoment(log.due_at, zone, 'seconds'),
    ])
  if (log.wamid) rows.push(['WhatsApp’s id', mono(log.wamid)])
  rows.push(['Our id', mono(String(log.id))])
  return rows
}

function priceWords({ category, type }: NonNullable<MessageLife['price']>): string {
  const free = type?.startsWith('free')
  const kind = category ? category.toLowerCase().replaceAll('_', ' ') : 'message'
  return free ? `Not charged (${kind})` : `Charged as ${kind}`
}
