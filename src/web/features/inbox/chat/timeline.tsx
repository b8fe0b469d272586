import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import type { Conversation } from '#contract/conversations.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { SkeletonLines } from '#web/components/skeleton.tsx'
import { toast } from '#web/components/toast.tsx'
import { formatDate } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'
import { useZone } from '#web/session/me.ts'
import { itemsOf, useTimeline } from '../inbox.queries.ts'
import { Entry } from './bubble.tsx'
import { OpenLarge } from './chat-file.tsx'
import type { EntryActs } from './entry-acts.ts'
import { Lightbox } from './lightbox.tsx'
import { PendingBubble } from './sends/pending-bubble.tsx'
import type { Sends } from './sends/use-sends.ts'

/** Further up than this, new messages are told by a button instead of a jump. */
const readingUpPx = 160
/** A quoted message further back is not looked for: fifty messages to a page. */
const mostPagesBack = 20

/**
 * What was said, the newest at the bottom. The scroller counts from its bottom, so that older pages above and new
 * messages below move nothing that is being read.
 */
export function Timeline({
  conversation,
  sends,
  acts,
  onEdit,
}: {
  conversation: Conversation
  sends: Sends
  acts: Omit<EntryActs, 'jump'>
  /** A message that did not leave goes back into the field. */
  onEdit: (text: string) => void
}) {
  const zone = useZone()
  const timeline = useTimeline(conversation.id)
  const items = itemsOf(timeline.data)
  const scroller = useRef<HTMLElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const [isUp, setUp] = useState(false)
  const newest = items.findLast(({ type }) => type === 'in')?.key
  const [seen, setSeen] = useState(newest)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = timeline
  const [large, setLarge] = useState<number | null>(null)
  const media = useMemo(
    () =>
      itemsOf(timeline.data).flatMap(({ file, deleted }) =>
        file?.state === 'ready' && !deleted && (file.kind === 'image' || file.kind === 'video') ? file : [],
      ),
    [timeline.data],
  )

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

  useEffect(() => {
    if (!isUp) setSeen(newest)
  }, [isUp, newest])

  // Whoever sends wants to see it.
  const newestOwn = sends.pending.at(-1)?.key
  useEffect(() => {
    if (newestOwn) scroller.current?.scrollTo({ top: 0 })
  }, [newestOwn])

  if (timeline.isError && items.length === 0) {
    return <ErrorState error={timeline.error} onRetry={() => void timeline.refetch()} />
  }
  const jump = async (wamid: string) => {
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-wamid="${CSS.escape(wamid)}"]`)
    let more = hasNextPage
    for (let page = 0; !find() && more && page < mostPagesBack; page++) {
      const next = await fetchNextPage()
      more = next.hasNextPage
      // The page that came is drawn before it is looked through.
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const found = find()
    if (!found) return toast.error(t('chat.quoteGone'))
    found.scrollIntoView({ block: 'center' })
    found.tabIndex = -1
    found.focus({ preventScroll: true })
    found.classList.add('hit')
    found.addEventListener('blur', () => found.classList.remove('hit'), { once: true })
  }
  const entryActs: EntryActs = { ...acts, jump: (wamid) => void jump(wamid) }
  const toBottom = () => scroller.current?.scrollTo({ top: 0 })
  /** By our message, what was pressed last. */
  const pressed = new Map<string, string>()
  for (const { type, kind, quote, text } of items) {
    if (type === 'in' && quote && (kind === 'button' || kind === 'interactive'))
      pressed.set(quote.wamid, text ?? '')
  }
  const shownIds = new Set(items.map(({ message_id }) => message_id))
  return (
    <OpenLarge value={setLarge}>
      <div className="tl-frame">
        <section
          className="tline"
          ref={scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
          tabIndex={0}
          aria-label={t('inbox.messages')}
          onScroll={({ currentTarget }) => setUp(Math.abs(currentTarget.scrollTop) > readingUpPx)}
        >
          <div
            className="tl-in"
            role="log"
            aria-label={t('inbox.messages')}
            // Older messages that are loaded above are no news.
            aria-live={isFetchingNextPage || timeline.isPending ? 'off' : 'polite'}
            aria-busy={isFetchingNextPage}
          >
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
                  <Entry
                    item={item}
                    before={isNewDay ? undefined : before}
                    pressed={item.wamid ? pressed.get(item.wamid) : undefined}
                    zone={zone}
                    acts={entryActs}
                  />
                </Fragment>
              )
            })}
            {sends.pending
              .filter(({ messageId }) => messageId === null || !shownIds.has(messageId))
              .map((one) => (
                <PendingBubble
                  key={one.key}
                  pending={one}
                  onAgain={(anyway) => sends.again(one.key, anyway)}
                  onEdit={(text) => void sends.edit(one.key, () => onEdit(text))}
                  onDrop={() => sends.drop(one.key)}
                />
              ))}
          </div>
        </section>
        {isUp && newest !== seen ? (
          <button type="button" className="newp" onClick={toBottom}>
            <Icon of={IconArrowDown} size="small" />
            {t('inbox.newMessages')}
          </button>
        ) : null}
      </div>
      <Lightbox files={media} open={large} onOpen={setLarge} />
    </OpenLarge>
  )
}
