import { TextInput } from '@mantine/core'
import { IconFileText, IconList, IconPhoto, IconPlayerPlay, IconSend } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Avatar } from '#web/components/avatar.tsx'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { t } from '#web/messages/t.ts'
import type { Answer, Bubble } from './bubble.ts'
import '#web/look/phone.css'

const mediaIcons = { image: IconPhoto, video: IconPlayerPlay, document: IconFileText }

/** A phone on which one is the customer. Nothing that is written here leaves the page but to the test. */
export function TestPhone({
  business,
  bubbles,
  busy,
  onAnswer,
}: {
  business: string
  bubbles: readonly Bubble[]
  busy: boolean
  onAnswer: (answer: Answer) => void
}) {
  const [text, setText] = useState('')
  const wall = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is brought into sight
  useEffect(() => {
    wall.current?.scrollTo({ top: wall.current.scrollHeight })
  }, [bubbles.length])
  const lastOfBot = bubbles.findLast(({ from }) => from === 'bot')?.id
  const reply = () => {
    const words = text.trim()
    if (!words || busy) return
    setText('')
    onAnswer({ kind: 'text', text: words })
  }
  return (
    <div className="phone">
      <div className="phone-in">
        <div className="phone-bar">
          <Avatar name={business} quiet />
          <div>
            <b>{business}</b>
            <small>{t('chatbot.test.nothingSent')}</small>
          </div>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <div className="chat" role="log" ref={wall} tabIndex={0} aria-label={t('chatbot.test.chat')}>
          {bubbles.map((bubble) =>
            bubble.from === 'customer' ? (
              <div className="me-b" key={bubble.id}>
                {bubble.text}
              </div>
            ) : bubble.from === 'line' ? (
              <div className="sys" key={bubble.id}>
                {bubble.text}
              </div>
            ) : (
              <BotBubble
                key={bubble.id}
                bubble={bubble}
                disabled={busy}
                isLast={bubble.id === lastOfBot}
                onAnswer={onAnswer}
              />
            ),
          )}
        </div>
        <form
          className="type"
          onSubmit={(event) => {
            event.preventDefault()
            reply()
          }}
        >
          <TextInput
            size="sm"
            aria-label={t('chatbot.test.reply')}
            placeholder={t('chatbot.test.reply')}
            autoComplete="off"
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <IconButton type="submit" size="small" label={t('chatbot.test.send')}>
            <Icon of={IconSend} />
          </IconButton>
        </form>
      </div>
    </div>
  )
}

export function BotBubble({
  bubble,
  disabled,
  isLast,
  onAnswer,
}: {
  bubble: Bubble
  disabled: boolean
  isLast: boolean
  onAnswer: (answer: Answer) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const rows = bubble.list && (isOpen || isLast) ? bubble.list.rows : []
  return (
    <div className="msg">
      {bubble.media ? (
        <div className={`pic blank${bubble.media.kind === 'document' ? ' doc' : ''}`}>
          <Icon of={mediaIcons[bubble.media.kind as keyof typeof mediaIcons] ?? IconFileText} size="large" />
          <span>{bubble.media.name}</span>
        </div>
      ) : null}
      {bubble.header ? <div className="hd">{bubble.header}</div> : null}
      {bubble.text ? (
        <div className="bd">
          <Formatted pieces={readMessage(bubble.text)} />
        </div>
      ) : null}
      {bubble.footer ? (
        <div className="ft">
          <span>{bubble.footer}</span>
        </div>
      ) : null}
      {bubble.buttons?.map(({ id, title }) => (
        <button
          type="button"
          className="bt"
          key={id}
          disabled={disabled}
          onClick={() => onAnswer({ kind: 'button', id, title })}
        >
          {title}
        </button>
      ))}
      {bubble.list ? (
        <>
          <button
            type="button"
            className="bt"
            aria-expanded={rows.length > 0}
            onClick={() => setOpen((open) => !open)}
          >
            <Icon of={IconList} size="small" />
            {bubble.list.button}
          </button>
          {rows.length > 0 ? (
            <div className="rows">
              {rows.map(({ id, title, description }) => (
                <button
                  type="button"
                  key={id}
                  disabled={disabled}
                  onClick={() => onAnswer({ kind: 'row', id, title })}
                >
                  <b>{title}</b>
                  {description ? <small>{description}</small> : null}
                </button>
              ))}
            </div>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
