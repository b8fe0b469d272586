import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { Conversation, TimelineItem } from '#contract/conversations.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { itemsOf, type useSends, useTimeline } from '../inbox.queries.ts'
import { Entry, PendingBubble } from './bubble.tsx'

/** Further up than this, new messages are told by a button instead of a jump. */
const readingUpPx = 160

/**
 * What was said, the newest at the bottom. The scroller counts from its bottom, so that older pages above and new
 * messages below move nothing that is being read.
 */
export function Timeline({
  conversation,
  arrivals,
  sends,
  onAnswer,
}: {
  conversation: Conversation
  arrivals: number
  sends: ReturnType<typeof useSends>
  onAnswer: (item: TimelineItem) => void
}) {
  const zone = useZone()
  const timeline = useTimeline(conversation.id)
  const items = itemsOf(timeline.data)
  const scroller = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const [isUp, setUp] = useState(false)
  const [seen, setSeen] = useState(arrivals)
  const newest = items.at(-1)?.key
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = timeline

  useEffect(() => {
    const mark = top.current
    if (!mark || !hasNextPage) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting && !isFetchingNextPage) void fetchNextPage()
      },
      { root: scroller.current, rootMargin: '400px' },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is at the bottom is read as it comes
  useEffect(() => {
    if (!isUp) setSeen(arrivals)
  }, [isUp, arrivals, newest])

  if (timeline.isError && items.length === 0) {
    return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
  }
  const toBottom = () => scroller.current?.scrollTo({ top: 0 })
  const shownIds = new Set(items.map(({ message_id }) => message_id))
  return (
    <div className="tl-frame">
      <section
        className="tline"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
        tabIndex={0}
        aria-label={t('inbox.messages')}
        onScroll={({ currentTarget }) => setUp(Math.abs(currentTarget.scrollTop) > readingUpPx)}
      >
        <div className="tl-in" role="log" aria-label={t('inbox.messages')}>
          <div ref={top} />
          {timeline.isPending || isFetchingNextPage ? (
            <SkeletonLines lines={4} label={t('inbox.loading')} />
          ) : null}
          {items.map((item, index) => {
            const before = items[index - 1]
            const day = formatDate(item.at, zone)
            const isNewDay = !before || formatDate(before.at, zone) !== day
            return (
              <Fragment key={item.key}>
                {isNewDay ? <p className="dsep">{day}</p> : null}
                <Entry item={item} before={isNewDay ? undefined : before} zone={zone} onAnswer={onAnswer} />
              </Fragment>
            )
          })}
          {sends.pending
            .filter(({ messageId }) => messageId === null || !shownIds.has(messageId))
            .map((one) => (
              <PendingBubble
                key={one.key}
                pending={one}
                onAgain={() => sends.again(one)}
                onDrop={() => sends.drop(one.key)}
              />
            ))}
        </div>
      </section>
      {isUp && arrivals > seen ? (
        <button type="button" className="newp" onClick={toBottom}>
          <Icon of={IconArrowDown} size="small" />
          {t('inbox.newMessages')}
        </button>
      ) : null}
    </div>
  )
}
