import { type UniqueIdentifier, useDraggable, useDroppable } from '@dnd-kit/core'
import { IconAlertCircle, IconCircleX, IconClock, IconPlus, IconRepeat } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { platformNames } from '#contract/social/social.ts'
import { Icon } from '#web/components/icon.tsx'
import { formatTime } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { networkIcons } from '../accounts/network-icons.ts'
import { PostPicture } from '../post-picture.tsx'
import { reasonText } from '../publication-reason.ts'
import { type CalendarEntry, useMediaFiles } from '../social.queries.ts'
import type { KeyMove } from './use-key-move.ts'

const looks: Partial<Record<CalendarEntry['status'], string>> = {
  posted: ' done',
  cancelled: ' done',
  failed: ' fail',
  unknown: ' ask',
  awaiting_owner: ' ask',
}

const signs = {
  failed: IconCircleX,
  unknown: IconAlertCircle,
  awaiting_owner: IconAlertCircle,
  publishing: IconClock,
}

/** Where a click on a post leads: to its edit while it waits, else to the history. */
const addressOf = ({ id, editable }: CalendarEntry) => (editable ? `/social/edit/${id}` : '/social/history')

const labelOf = (post: CalendarEntry, zone: string) =>
  t('social.scheduled.chip', {
    network: platformNames[post.platform],
    name: post.page_name,
    time: formatTime(post.at, zone),
    text: post.caption_preview || t('social.scheduled.noText'),
    status: heldText(post) ?? t(`social.compose.status.${post.status}`),
  })

/** A post that waits for its time, and for more than that. */
const heldText = ({ status, reason, platform }: CalendarEntry): string | null =>
  status === 'scheduled' ? reasonText(reason, platform) : null

/** One post in the calendar. */
export function PostChip({ post, zone }: { post: CalendarEntry; zone: string }) {
  return (
    <Link
      className={`ev n-${post.platform}${looks[post.status] ?? ''}`}
      to={addressOf(post)}
      aria-label={labelOf(post, zone)}
    >
      <ChipInside post={post} zone={zone} />
    </Link>
  )
}

/** The same, which can be dragged to another day, or moved with M and the arrow keys. */
export function MovableChip({
  post,
  zone,
  day,
  keys,
}: {
  post: CalendarEntry
  zone: string
  day: string
  keys: KeyMove
}) {
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: post.id,
    data: { post, day },
    attributes: { role: 'link', roleDescription: t('social.scheduled.drag.role') },
  })
  const link = useRef<HTMLAnchorElement>(null)
  const isPlaced = keys.placed === post.id
  useEffect(() => {
    if (isPlaced) link.current?.focus()
  }, [isPlaced])
  return (
    <Link
      ref={(node: HTMLAnchorElement | null) => {
        link.current = node
        setNodeRef(node)
      }}
      {...attributes}
      {...listeners}
      onKeyDown={(event) => keys.onKeyDown(event, post, day)}
      onBlur={keys.cancel}
      className={`ev n-${post.platform}${isDragging || keys.held?.post.id === post.id ? ' from' : ''}`}
      draggable={false}
      to={addressOf(post)}
      aria-label={labelOf(post, zone)}
    >
      <ChipInside post={post} zone={zone} />
    </Link>
  )
}

function ChipInside({ post, zone }: { post: CalendarEntry; zone: string }) {
  const sign = heldText(post) ? IconAlertCircle : signs[post.status as keyof typeof signs]
  return (
    <>
      <Icon of={networkIcons[post.platform]} />
      <span className="tm">{formatTime(post.at, zone)}</span>{' '}
      <span className="tx">{post.caption_preview || t('social.scheduled.noText')}</span>
      {post.recurrence_id ? <Icon of={IconRepeat} /> : null}
      {sign ? (
        <span className="stt">
          <Icon of={sign} />
        </span>
      ) : null}
    </>
  )
}

/** What follows the pointer: the picture and the new time. */
export function DragGhost({ post, when }: { post: CalendarEntry; when: string }) {
  const { media_id } = post
  const media = useMediaFiles(media_id === null ? [] : [media_id]).get(media_id ?? 0)
  return (
    <div className={`ev ghost n-${post.platform}`}>
      <PostPicture className="g-a" url={media?.url ?? ''} type={media?.kind ?? 'image'} />
      <span className="g-t">
        <span className="row n">
          <Icon of={networkIcons[post.platform]} />
          <span className="tm">{when}</span>
        </span>
        <span className="tx">{post.caption_preview || t('social.scheduled.noText')}</span>
      </span>
    </div>
  )
}

/** The same in the cell that the arrow keys lead to. */
export function KeyGhost({ post, when }: { post: CalendarEntry; when: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div className="key-ghost" ref={place} aria-hidden="true">
      <DragGhost post={post} when={when} />
    </div>
  )
}

const slotId = 'slot '

/** The time of a free slot that something is dropped on; undefined for a day. */
export const slotTime = (id: UniqueIdentifier): string | undefined =>
  String(id).startsWith(slotId) ? String(id).slice(slotId.length) : undefined

/** A free time of the queue: a click begins a post at it, and a post dropped on it takes its time. */
export function FreeChip({ at, zone }: { at: string; zone: string }) {
  const time = formatTime(at, zone)
  const { setNodeRef, isOver } = useDroppable({ id: `${slotId}${at}` })
  return (
    <Link
      ref={setNodeRef}
      className={`ev q${isOver ? ' over' : ''}`}
      to={`/social/post?at=${encodeURIComponent(at)}`}
      aria-label={t('social.scheduled.freeAt', { time })}
    >
      <Icon of={IconPlus} />
      <span className="tm">{time}</span>
      <span className="slotm">{t('social.scheduled.freeSlot')}</span>
    </Link>
  )
}
