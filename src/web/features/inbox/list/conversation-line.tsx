import {
  IconAlertCircle,
  IconBan,
  IconCheck,
  IconChecks,
  IconClock,
  IconFile,
  IconMapPin,
  IconMicrophone,
  IconPhoto,
  IconRobot,
  IconVideo,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ChatKind, Conversation } from '#contract/conversations.ts'
import { formatPhone } from '#contract/text/phone-text.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { Icon } from '#web/components/icon.tsx'
import { formatDuration, formatMoment, formatShort } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { ChatLabelTag } from './label-tag.tsx'

const kindIcons: Partial<Record<ChatKind, TablerIcon>> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  document: IconFile,
  sticker: IconPhoto,
  location: IconMapPin,
}

/** Less than this many hours left to answer freely: marked. */
const soonHours = 2

/** One conversation in the list: who, when, the last message, and what is to be known of it. */
export function ConversationLine({
  conversation,
  address,
  current,
  chosen,
  onOpen,
  onChoose,
}: {
  conversation: Conversation
  /** The search of the address that it is opened with. */
  address: string
  current: boolean
  chosen: boolean
  onOpen: (id: number) => void
  /** `range`: with all lines since the one before. */
  onChoose: (range: boolean) => void
}) {
  return (
    <>
      <Line conversation={conversation} address={address} current={current} onOpen={onOpen} />
      <input
        type="checkbox"
        className="cv-pick"
        aria-label={t('inboxOrder.bulk.choose', { name: nameOf(conversation) })}
        checked={chosen}
        onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey)}
      />
    </>
  )
}

function Line({
  conversation,
  address,
  current,
  onOpen,
}: {
  conversation: Conversation
  address: string
  current: boolean
  onOpen: (id: number) => void
}) {
  const zone = useZone()
  const { id, unread, preview, labels } = conversation
  const icon = previewIcon(conversation)
  const isEmpty = preview.kind === 'text' && preview.text === ''
  const words = isEmpty ? t('inbox.emptyTitle') : previewText(preview.kind, preview.text)
  const left = windowLeft(conversation.window_until)
  return (
    <Link
      to={{ pathname: `/conversations/${id}`, search: address }}
      data-id={id}
      className={unread > 0 ? 'unread' : undefined}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
        if (!isElsewhere) onOpen(id)
      }}
    >
      <Avatar name={conversation.name} quiet />
      <span className="nm">{nameOf(conversation)}</span>
      <span className="tm" title={formatMoment(conversation.last_at, zone)}>
        {formatShort(conversation.last_at, zone, new Date())}
      </span>
      <span className="sn">
        {icon ? <Icon of={icon} size="small" /> : null}
        <span>
          {preview.direction === 'out' && !preview.by_bot ? t('inbox.you', { text: words }) : words}
        </span>
      </span>
      {unread > 0 ? (
        <span className="un">
          <span aria-hidden="true">{unread >= 99 ? '99+' : unread}</span>
          <span className="sr">{t('inbox.unread', { count: unread })}</span>
        </span>
      ) : null}
      <span className="mt">
        {left !== null && left > 0 && left < soonHours * 3600 ? (
          <span className="lb due">
            <Icon of={IconClock} size="small" />
            {t('inbox.left', { time: formatDuration(left) })}
          </span>
        ) : null}
        {labels.map((label) => (
          <ChatLabelTag key={label} name={label} />
        ))}
        <span>
          {conversation.opted_out
            ? t('inbox.optedOut')
            : (conversation.assigned_name ?? t('inbox.unassigned'))}
        </span>
      </span>
    </Link>
  )
}

export const nameOf = ({ name, address }: Pick<Conversation, 'name' | 'address'>): string =>
  name || formatPhone(address)

/** Seconds until the window closes; null where it never was open. */
export function windowLeft(until: string | null, offsetMs = 0): number | null {
  return until === null ? null : Math.floor((Date.parse(until) - (Date.now() + offsetMs)) / 1000)
}

export function previewText(kind: ChatKind, text: string | null): string {
  // WhatsApp writes it in English; the conversation says what has changed.
  if (kind === 'system') return t('chat.changed')
  if (kind === 'text' || kind === 'button' || kind === 'interactive' || kind === 'template')
    return text ?? t('inbox.deleted')
  return text ? t('inbox.kindWithText', { kind, text }) : t('inbox.kind', { kind })
}

function previewIcon({ preview, opted_out }: Conversation): TablerIcon | undefined {
  if (preview.direction === 'out') {
    if (preview.by_bot) return IconRobot
    if (preview.status === 'queued' || preview.status === 'sending') return IconClock
    if (preview.status === 'failed' || preview.status === 'unknown') return IconAlertCircle
    return preview.status === 'delivered' || preview.status === 'read' ? IconChecks : IconCheck
  }
  if (opted_out && preview.kind === 'text') return IconBan
  return kindIcons[preview.kind]
}
