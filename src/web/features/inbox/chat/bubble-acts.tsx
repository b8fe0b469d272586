import { Popover } from '@mantine/core'
import { IconArrowBackUp, IconMoodSmile } from '@tabler/icons-react'
import { lazy, Suspense, type TouchEvent, useRef, useState } from 'react'
import type { TimelineItem } from '#contract/conversations.ts'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import type { EntryActs } from './entry-acts.ts'

const EmojiPicker = lazy(() => import('#web/components/emoji-picker.tsx'))
const usual = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Beside a message: answer it, or react to it. */
export function BubbleActs({ item, acts }: { item: TimelineItem; acts: EntryActs }) {
  const [opened, setOpened] = useState(false)
  const [isAll, setAll] = useState(false)
  const { react } = acts
  const own = item.reactions.find(({ from }) => from === 'us')?.emoji
  const close = () => {
    setOpened(false)
    setAll(false)
  }
  const pick = (emoji: string) => {
    close()
    react?.(item, emoji === own ? '' : emoji)
  }
  return (
    <span className={`bb-acts${opened ? ' on' : ''}`}>
      <button
        type="button"
        className="ib-btn bb-act"
        aria-label={t('inbox.answerThis')}
        onClick={() => acts.answer(item)}
      >
        <Icon of={IconArrowBackUp} size="small" />
      </button>
      {react ? (
        <Popover
          opened={opened}
          onChange={(next) => (next ? setOpened(true) : close())}
          position="top"
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <button
              type="button"
              className="ib-btn bb-act"
              aria-label={t('chat.react')}
              aria-expanded={opened}
              onClick={() => setOpened(true)}
            >
              <Icon of={IconMoodSmile} size="small" />
            </button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('chat.react')}>
            {isAll ? (
              <Suspense fallback={<p className="sm t3">{t('inbox.file.loading')}</p>}>
                <EmojiPicker onPick={pick} />
              </Suspense>
            ) : (
              <div className="rea-pick">
                {usual.map((emoji) => (
                  <button
                    key={emoji}
                    type="button"
                    aria-label={emoji === own ? t('chat.unreact', { emoji }) : emoji}
                    aria-pressed={emoji === own}
                    onClick={() => pick(emoji)}
                  >
                    {emoji}
                  </button>
                ))}
                {own && !usual.includes(own) ? (
                  <button
                    type="button"
                    aria-pressed
                    aria-label={t('chat.unreact', { emoji: own })}
                    onClick={() => pick(own)}
                  >
                    {own}
                  </button>
                ) : null}
                <button type="button" className="all" onClick={() => setAll(true)}>
                  {t('chat.allEmoji')}
                </button>
              </div>
            )}
          </Popover.Dropdown>
        </Popover>
      ) : null}
    </span>
  )
}

/** A swipe to the right is an answer, as in WhatsApp. */
const swipePx = 56

export function useSwipe(onSwipe: (() => void) | undefined) {
  const from = useRef<{ x: number; y: number } | null>(null)
  if (!onSwipe) return {}
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      const start = from.current
      from.current = null
      if (!touch || !start) return
      const [dx, dy] = [touch.clientX - start.x, touch.clientY - start.y]
      if (dx > swipePx && Math.abs(dy) < dx / 2) onSwipe()
    },
  }
}
