import {
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconChecks,
  IconClock,
  IconHelpCircle,
  IconLock,
  IconRobot,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { TimelineItem } from '#contract/conversations.ts'
import type { MessageStatus } from '#contract/messages.ts'
import { phoneFrom } from '#contract/text/phone-text.ts'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { messageStatusName } from '#web/components/status.tsx'
import { formatMoment, formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useUser } from '#web/session/session.ts'
import { previewText } from '../list/conversation-line.tsx'
import { BubbleActs, useSwipe } from './bubble-acts.tsx'
import { Content } from './content.tsx'
import type { EntryActs } from './entry-acts.ts'
import { calm, MessageText } from './message-text.tsx'

/** One entry of the timeline: a message, a note, or what was done. */
export function Entry({
  item,
  before,
  pressed,
  zone,
  acts,
}: {
  item: TimelineItem
  before: TimelineItem | undefined
  /** The button of this message that they pressed. */
  pressed: string | undefined
  zone: string
  acts: EntryActs
}) {
  if (item.type === 'event') return <p className="sysl">{eventText(item, zone)}</p>
  if (item.type === 'note') {
    return (
      <div className="note">
        <p className="by">
          <Icon of={IconLock} size="small" />
          {t('inbox.noteBy', { name: item.user_name ?? '' })}
        </p>
        <MessageText text={item.text ?? ''} />
        <p className="me">{formatTime(item.at, zone)}</p>
      </div>
    )
  }
  if (item.kind === 'system') {
    return (
      <p className="sysl">
        {t.rich('chat.systemAt', {
          text: () => <bdi>{systemText(item)}</bdi>,
          time: formatTime(item.at, zone),
        })}
      </p>
    )
  }
  const isOut = item.type === 'out'
  const by = isOut ? byLine(item) : null
  const isSame = before?.type === item.type && (!isOut || byLine(before) === by)
  return (
    <>
      {by && !isSame ? <By item={item} by={by} /> : null}
      <Bubble item={item} pressed={pressed} zone={zone} isSame={isSame} acts={acts} />
      {item.opted_out ? (
        <p className="sysl">{t('chat.optedOut', { time: formatTime(item.at, zone) })}</p>
      ) : null}
    </>
  )
}

/** What WhatsApp says of the person, in the reader's language where its parts are known. */
function systemText({ text, details: { change, old_number, new_number } }: TimelineItem): string {
  if (change !== 'user_changed_number' || typeof new_number !== 'string')
    return calm(text || t('chat.changed'))
  const after = phoneFrom(new_number)
  return typeof old_number === 'string'
    ? t('chat.changedNumber', { before: phoneFrom(old_number), after })
    : t('chat.changedNumberTo', { after })
}

function By({ item: { bot }, by }: { item: TimelineItem; by: string }) {
  return (
    <p className="by o">
      {bot ? <Icon of={IconRobot} size="small" /> : null}
      {bot?.flow_id ? <Link to={`/chatbot/flows/${bot.flow_id}`}>{by}</Link> : by}
    </p>
  )
}

function byLine(item: TimelineItem): string | null {
  if (item.bot) return item.bot.flow_name ? t('chat.byBot', { flow: item.bot.flow_name }) : t('chat.bot')
  if (item.campaign_name) return t('inbox.fromCampaign', { name: item.campaign_name })
  if (item.details.from_phone) return t('inbox.fromPhone')
  return item.user_name
}

function Bubble({
  item,
  pressed,
  zone,
  isSame,
  acts,
}: {
  item: TimelineItem
  pressed: string | undefined
  zone: string
  isSame: boolean
  acts: EntryActs
}) {
  const isOut = item.type === 'out'
  const canAct = item.wamid !== null && !item.deleted
  const swipe = useSwipe(canAct ? () => acts.answer(item) : undefined)
  const isTemplate = item.kind === 'template'
  return (
    <div className={`bb-row${isOut ? ' o' : ''}`} {...swipe}>
      <article
        data-wamid={item.wamid ?? undefined}
        className={`bb${isOut ? ' o' : ''}${isSame ? ' n2' : ''}${isTemplate ? ' tcard' : ''}${item.bot ? ' bot' : ''}`}
      >
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
            {t(item.details.response === undefined ? 'inbox.pressed' : 'inbox.filledIn')}
          </p>
        ) : null}
        {item.quote ? <Quoted quote={item.quote} onJump={acts.jump} /> : null}
        {item.header ? (
          <p className="hd" dir="auto">
            {item.header}
          </p>
        ) : null}
        {isTemplate && typeof item.details.header === 'string' ? (
          <p className="rpl">
            {t('chat.templateHeader', {
              kind: item.details.header.toLowerCase(),
              hasName: typeof item.details.header_file === 'string' ? 'yes' : 'no',
              name: calm(String(item.details.header_file ?? '')),
            })}
          </p>
        ) : null}
        {item.deleted ? <i className="t3">{t('inbox.deleted')}</i> : <Content item={item} />}
        {item.footer ? <p className="ftr">{item.footer}</p> : null}
        {item.buttons.length > 0 ? (
          <ul className="obs">
            {item.buttons.map((button) => (
              <li key={button} className={button === pressed ? 'hit' : undefined}>
                {button}
                {button === pressed ? <span className="sr">{t('inbox.pressed')}</span> : null}
              </li>
            ))}
          </ul>
        ) : null}
        <Foot item={item} zone={zone} />
        {item.undo_until ? <Undo item={item} until={item.undo_until} onUndo={acts.undo} /> : null}
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
      {canAct ? <BubbleActs item={item} acts={acts} /> : null}
    </div>
  )
}

function Quoted({
  quote,
  onJump,
}: {
  quote: NonNullable<TimelineItem['quote']>
  onJump: (wamid: string) => void
}) {
  return (
    <button
      type="button"
      className="qt"
      aria-description={t('chat.jump')}
      onClick={() => onJump(quote.wamid)}
    >
      <b>{quote.from === 'us' ? t('inbox.us') : t('inbox.them')}</b>
      <span dir="auto">{calm(previewText(quote.kind, quote.text))}</span>
    </button>
  )
}

/** Shown while the message waits for its time; afterwards the server refuses. */
function Undo({
  item,
  until,
  onUndo,
}: {
  item: TimelineItem
  until: string
  onUndo: (item: TimelineItem) => void
}) {
  const me = useUser()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.min(Date.parse(until) - Date.now(), 10_000))
    return () => clearTimeout(timer)
  }, [until])
  if (isOver || me?.name !== item.user_name) return null
  return (
    <Button size="small" icon={<Icon of={IconArrowBackUp} size="small" />} onClick={() => onUndo(item)}>
      {t('chat.undo')}
    </Button>
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
  const by = item.user_name ?? (item.details.bot ? t('inbox.event.chatbot') : '')
  switch (item.event) {
    case 'bot_handed_over':
      if (item.details.reason === 'sequence') return t('inbox.event.sequenceHandedOver', { time })
      return t('inbox.event.botHandedOver', { reason: String(item.details.reason ?? ''), time })
    case 'bot_stopped':
      return t('inbox.event.botStopped', { time })
    case 'bot_call_failed': {
      const { host, fault, status } = item.details
      const why = t('inbox.event.callFault', { fault: String(fault), status: String(status) })
      return t('inbox.event.botCallFailed', { host: String(host), why, time })
    }
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
    case 'labelled':
    case 'unlabelled':
      return t(`inbox.event.${item.event}`, { by, label: String(item.details.label ?? ''), time })
    case 'taken_back':
      return t('inbox.event.takenBack', { by, time })
    case 'opted_out':
      if (by) return t('inbox.event.optedOutBy', { by, time })
      return t('inbox.event.optedOut', { way: String(item.details.source), time })
    default:
      return t('inbox.event.woken', { time })
  }
}
