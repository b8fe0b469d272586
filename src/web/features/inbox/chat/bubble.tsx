import {
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconLock,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TimelineItem } from '#contract/conversations.ts'
import type { MessageStatus } from '#contract/messages.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { messageStatusName } from '#web/components/status.tsx'
import { formatMoment, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { sentenceFor } from '#web/net/api.ts'
import type { Pending } from '../inbox.queries.ts'
import { previewText } from '../list/conversation-line.tsx'
import { Content } from './content.tsx'

/** One entry of the timeline: a message, a note, or what was done. */
export function Entry({
  item,
  before,
  zone,
  onAnswer,
}: {
  item: TimelineItem
  before: TimelineItem | undefined
  zone: string
  onAnswer: (item: TimelineItem) => void
}) {
  if (item.type === 'event') return <p className="sysl">{eventText(item, zone)}</p>
  if (item.type === 'note') {
    return (
      <div className="note">
        <p className="by">
          <Icon of={IconLock} size="small" />
          {t('inbox.noteBy', { name: item.user_name ?? '' })}
        </p>
        <span className="pre">{item.text}</span>
        <p className="me">{formatTime(item.at, zone)}</p>
      </div>
    )
  }
  if (item.kind === 'system') return <p className="sysl">{item.text}</p>
  const isOut = item.type === 'out'
  const by = isOut ? byLine(item) : null
  const isSame = before?.type === item.type && (!isOut || byLine(before) === by)
  return (
    <>
      {by && !isSame ? <p className="by o">{by}</p> : null}
      <Bubble item={item} zone={zone} isSame={isSame} onAnswer={onAnswer} />
    </>
  )
}

function byLine(item: TimelineItem): string | null {
  if (item.campaign_name) return t('inbox.fromCampaign', { name: item.campaign_name })
  if (item.details.from_phone) return t('inbox.fromPhone')
  return item.user_name
}

function Bubble({
  item,
  zone,
  isSame,
  onAnswer,
}: {
  item: TimelineItem
  zone: string
  isSame: boolean
  onAnswer: (item: TimelineItem) => void
}) {
  const isOut = item.type === 'out'
  const isTemplate = item.kind === 'template'
  return (
    <div className={`bb-row${isOut ? ' o' : ''}`}>
      <article className={`bb${isOut ? ' o' : ''}${isSame ? ' n2' : ''}${isTemplate ? ' tcard' : ''}`}>
        {item.forwarded ? (
          <p className="rpl">
            <Icon of={IconArrowForwardUp} size="small" />
            {t('inbox.forwarded')}
          </p>
        ) : null}
        {item.referral ? (
          <p className="rpl">{t('inbox.fromAd', { name: item.referral.headline ?? '' })}</p>
        ) : null}
        {item.kind === 'button' || (item.kind === 'interactive' && !isOut) ? (
          <p className="rpl">
            <Icon of={IconArrowBackUp} size="small" />
            {t('inbox.pressed')}
          </p>
        ) : null}
        {item.quote ? (
          <blockquote className="qt">
            <b>{item.quote.from === 'us' ? t('inbox.us') : t('inbox.them')}</b>
            {previewText(item.quote.kind, item.quote.text)}
          </blockquote>
        ) : null}
        {item.header ? <p className="hd">{item.header}</p> : null}
        {item.deleted ? <i className="t3">{t('inbox.deleted')}</i> : <Content item={item} />}
        {item.footer ? <p className="ftr">{item.footer}</p> : null}
        {item.buttons.length > 0 ? (
          <ul className="obs">
            {item.buttons.map((button) => (
              <li key={button}>{button}</li>
            ))}
          </ul>
        ) : null}
        <Foot item={item} zone={zone} />
        {item.reactions.length > 0 ? (
          <span className="rea">
            {item.reactions.map(({ emoji, from }) => (
              <span key={from} role="img" aria-label={t('inbox.reaction', { emoji, from })}>
                {emoji}
              </span>
            ))}
          </span>
        ) : null}
      </article>
      {item.wamid && !item.deleted ? (
        <button
          type="button"
          className="ib-btn bb-act"
          aria-label={t('inbox.answerThis')}
          onClick={() => onAnswer(item)}
        >
          <Icon of={IconArrowBackUp} size="small" />
        </button>
      ) : null}
    </div>
  )
}

function Foot({ item, zone }: { item: TimelineItem; zone: string }) {
  return (
    <>
      <p className="me">
        {item.edited ? <span>{t('inbox.edited')}</span> : null}
        {formatTime(item.at, zone)}
        {item.status ? <Ticks status={item.status} /> : null}
      </p>
      {item.explanation &&
      (item.status === 'failed' || item.status === 'unknown' || item.status === 'skipped') ? (
        <p className="bb-why">
          {item.explanation}{' '}
          {item.message_id ? (
            <Link to={`/message-logs?message=${item.message_id}`}>{t('inbox.details')}</Link>
          ) : null}
        </p>
      ) : null}
    </>
  )
}

/** One tick: sent; two: delivered; two in violet: read; a clock: waiting; red: failed. The word is read aloud. */
function Ticks({ status }: { status: MessageStatus }) {
  const [icon, tone] = ticks[status]
  return (
    <span className={tone}>
      <Icon of={icon} size="small" />
      <span className="sr">{messageStatusName(status)}</span>
    </span>
  )
}

const ticks: Record<MessageStatus, [typeof IconCheck, string]> = {
  queued: [IconClock, ''],
  sending: [IconClock, ''],
  sent: [IconCheck, ''],
  delivered: [IconChecks, ''],
  read: [IconChecks, 'rd'],
  failed: [IconAlertCircle, 'bad'],
  unknown: [IconHelpCircle, ''],
  skipped: [IconAlertCircle, ''],
  cancelled: [IconAlertCircle, ''],
}

function eventText(item: TimelineItem, zone: string): ReactNode {
  const time = formatTime(item.at, zone)
  const by = item.user_name ?? ''
  switch (item.event) {
    case 'assigned':
      return t('inbox.event.assigned', { by, name: String(item.details.name ?? ''), time })
    case 'snoozed':
      return t('inbox.event.snoozed', { by, until: formatMoment(String(item.details.until), zone), time })
    case 'reopened':
      return by ? t('inbox.event.reopenedBy', { by, time }) : t('inbox.event.reopened', { time })
    case 'unassigned':
      return t('inbox.event.unassigned', { by, time })
    case 'closed':
      return t('inbox.event.closed', { by, time })
    default:
      return t('inbox.event.woken', { time })
  }
}

function pendingText(message: Pending['message']): string {
  switch (message.type) {
    case 'template':
      return message.name
    case 'file':
      return message.caption ?? t('inbox.kind', { kind: 'document' })
    case 'location':
      return t('inbox.kindWithText', { kind: 'location', text: message.name ?? message.address ?? '' })
    case 'contact':
      return t('inbox.kindWithText', { kind: 'contacts', text: message.name })
    case 'reaction':
      return message.emoji
    default:
      return message.text
  }
}

/** What was written here and is still on its way to the server, or did not get there. */
export function PendingBubble({
  pending,
  onAgain,
  onDrop,
}: {
  pending: Pending
  onAgain: () => void
  onDrop: () => void
}) {
  const { message, error } = pending
  if (message.type === 'reaction') return null
  return (
    <div className="bb-row o">
      <article className="bb o">
        <span className="pre" dir="auto">
          <Formatted pieces={readMessage(pendingText(message))} />
        </span>
        <p className="me">
          {error ? null : t('inbox.waiting')}
          <Icon of={error ? IconAlertCircle : IconClock} size="small" />
        </p>
        {error ? (
          <div className="bb-why" role="alert">
            <p>
              {sentenceFor(error, { failed: t('inbox.notSent'), unreachable: t('inbox.notSentOffline') })}
            </p>
            <div className="row n mt1">
              <Button size="small" onClick={onAgain}>
                {t('inbox.tryAgain')}
              </Button>
              <Button size="small" kind="quiet" onClick={onDrop}>
                {t('inbox.discard')}
              </Button>
            </div>
          </div>
        ) : null}
      </article>
    </div>
  )
}
