import { IconArrowBackUp, IconExternalLink, IconPhoto, IconSend } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { TestPhoneLine } from '#contract/test-phone.ts'
import { Avatar } from '#web/components/avatar.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { IconButton } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { Section } from '#web/components/page.tsx'
import { Formatted } from '#web/components/phone-preview.tsx'
import { formatTime } from '#web/format/time.ts'
import { linkTo } from '#web/messages/rich.tsx'
import { t } from '#web/messages/t.ts'
import { type TestPhone, useAnswerAsCustomer } from './first-run.queries.ts'
import '#web/look/phone.css'

const longestText = 1000

/** A phone on which the owner is the customer: what was sent to it, and a way to answer. */
export function TestPhonePanel({ phone, error, zone }: { phone: TestPhone; error: unknown; zone: string }) {
  const answer = useAnswerAsCustomer()
  const [text, setText] = useState('')
  const isOn = phone.state === 'on'
  const hasAnswered = phone.lines.some(({ from }) => from === 'person')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (!words) return
    setText('')
    // What did not go can be sent again, unless something else was typed meanwhile.
    const giveBack = () => setText((now) => now || words)
    answer.mutate({ type: 'text', text: words }, { onError: giveBack })
  }
  return (
    <Section first title={t('firstRun.phone.title')} aside={t('firstRun.phone.you')}>
      <div className="phone test-phone">
        <div className="phone-in">
          <div className="phone-bar">
            <Avatar name={phone.business} quiet />
            <div>
              <b>{phone.business}</b>
              <small>{t('firstRun.phone.mode')}</small>
            </div>
          </div>
          <Lines
            lines={phone.lines}
            zone={zone}
            onPress={(line, button) => answer.mutate({ type: 'button', line, button })}
            busy={answer.isPending}
          />
          <form className="test-phone-type" onSubmit={submit}>
            <input
              aria-label={t('firstRun.phone.field')}
              placeholder={t('firstRun.phone.placeholder')}
              value={text}
              maxLength={longestText}
              disabled={!isOn}
              autoComplete="off"
              onChange={(event) => setText(event.target.value)}
            />
            <IconButton
              type="submit"
              label={t('firstRun.phone.send')}
              aria-disabled={!isOn || !text.trim() ? true : undefined}
            >
              <Icon of={IconSend} />
            </IconButton>
          </form>
        </div>
      </div>
      {error && isOn ? <ErrorState error={error} /> : null}
      {hasAnswered ? (
        <p className="sm t2 mt3">{t.rich('firstRun.phone.inbox', { link: linkTo('/conversations') })}</p>
      ) : null}
    </Section>
  )
}

type Press = (messageId: string, button: string) => void

function Lines({
  lines,
  zone,
  onPress,
  busy,
}: {
  lines: readonly TestPhoneLine[]
  zone: string
  onPress: Press
  busy: boolean
}) {
  const wall = useRef<HTMLDivElement>(null)
  const newest = lines.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is new stands at the bottom
  useEffect(() => {
    const at = wall.current
    if (at) at.scrollTop = at.scrollHeight
  }, [newest])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className="chat" ref={wall} role="log" tabIndex={0} aria-label={t('firstRun.phone.log')}>
      {lines.length === 0 ? <span className="day">{t('firstRun.phone.empty')}</span> : null}
      {lines.map((line) =>
        line.from === 'person' ? (
          <div className="me-b" key={line.id}>
            {line.text ?? t('firstRun.phone.file')}
          </div>
        ) : (
          <Received key={line.id} line={line} zone={zone} onPress={onPress} busy={busy} />
        ),
      )}
    </div>
  )
}

function Received({
  line,
  zone,
  onPress,
  busy,
}: {
  line: TestPhoneLine
  zone: string
  onPress: Press
  busy: boolean
}) {
  const isReaction = line.type === 'reaction'
  return (
    <div className="msg">
      {line.has_file ? (
        <div className="pic blank">
          <Icon of={IconPhoto} size="large" />
          <span>{t('firstRun.phone.file')}</span>
        </div>
      ) : null}
      {line.header ? <div className="hd">{line.header}</div> : null}
      {line.text ? (
        <div className="bd">
          {isReaction ? (
            t('firstRun.phone.reaction', { emoji: line.text })
          ) : (
            <Formatted pieces={readMessage(line.text)} />
          )}
        </div>
      ) : null}
      <div className="ft">
        <span>{line.footer}</span>
        <span>{formatTime(line.at, zone)}</span>
      </div>
      {line.buttons.map((button) =>
        button.answers ? (
          <button
            type="button"
            className="bt"
            key={button.id}
            aria-disabled={busy ? true : undefined}
            onClick={() => {
              if (!busy) onPress(line.id, button.id)
            }}
          >
            <Icon of={IconArrowBackUp} size="small" />
            {button.title}
          </button>
        ) : (
          <div className="bt" key={button.id}>
            <Icon of={IconExternalLink} size="small" />
            {button.title}
          </div>
        ),
      )}
    </div>
  )
}
