import {
  IconArrowBackUp,
  IconCopy,
  IconExternalLink,
  IconFileText,
  IconGif,
  IconMapPin,
  IconPhone,
  IconPhoto,
  IconPlayerPlay,
  IconShoppingBag,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../messages/t.ts'
import { Avatar } from './avatar.tsx'
import { Icon } from './icon.tsx'
import { type Piece, readMessage } from './message-text.ts'
import '../look/phone.css'

/** A message as people will see it. */
export type MessagePreview = {
  header?:
    | { kind: 'text'; text: string }
    | { kind: 'image' | 'video' | 'gif' | 'document'; url?: string; name?: string }
    | { kind: 'location'; name: string; address: string }
  /** In WhatsApp's formatting, with its placeholders. */
  body: string
  /** What fills the placeholders, by name; those without a value stand as they are. */
  values?: Readonly<Record<string, string>>
  footer?: string
  buttons?: readonly { type: string; text: string }[]
  /** A limited-time offer: its line, its code, when it ends. */
  offer?: { text: string; code?: string; ends?: string }
  /** The cards of a carousel. */
  cards?: readonly Pick<MessagePreview, 'header' | 'body' | 'values' | 'buttons'>[]
  /** On the bubble: `09:00`. */
  time?: string
}

/** A phone with one message, neutral, in the theme of the page. Whatever fills a placeholder is marked. */
export function PhonePreview({
  business,
  day = t('app.today'),
  message,
}: {
  business: string
  day?: string
  message: MessagePreview
}) {
  return (
    <PhoneFrame business={business} day={day}>
      <div className="msg">
        <Header header={message.header} values={message.values} />
        {message.offer ? (
          <div className="offer">
            <b>{message.offer.text}</b>
            {message.offer.ends ? <span>{message.offer.ends}</span> : null}
            {message.offer.code ? <span>{t('app.phone.code', { code: message.offer.code })}</span> : null}
          </div>
        ) : null}
        {message.body ? (
          <div className="bd">
            <Formatted pieces={readMessage(message.body)} values={message.values} />
          </div>
        ) : (
          <div className="bd t3">{t('app.phone.blank')}</div>
        )}
        <div className="ft">
          <span>{message.footer}</span>
          <span>{message.time}</span>
        </div>
        <Buttons buttons={message.buttons} />
      </div>
      {message.cards?.length ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="msg-cards" tabIndex={0} aria-label={t('app.phone.cards')}>
          {message.cards.map((card, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
            <div className="msg" key={index}>
              <Header header={card.header} values={card.values} />
              <div className="bd">
                <Formatted pieces={readMessage(card.body)} values={card.values} />
              </div>
              <Buttons buttons={card.buttons} />
            </div>
          ))}
        </section>
      ) : null}
    </PhoneFrame>
  )
}

/** The phone around a conversation, for messages that are drawn by hand. */
export function PhoneFrame({
  business,
  day,
  children,
}: {
  business: string
  day: string
  children: ReactNode
}) {
  return (
    <div className="phone">
      <div className="phone-in">
        <div className="phone-bar">
          <Avatar name={business} quiet />
          <div>
            <b>{business}</b>
            <small>{t('app.phone.business')}</small>
          </div>
        </div>
        <Chat>
          <span className="day">{day}</span>
          {children}
        </Chat>
      </div>
    </div>
  )
}

/** The wall behind the message. Where the phone is shorter than the message, it scrolls, also by keyboard. */
function Chat({ children }: { children: ReactNode }) {
  const [scrolls, setScrolls] = useState(false)
  const wall = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const at = wall.current
    if (!at) return
    const watch = new ResizeObserver(() => setScrolls(at.scrollHeight > at.clientHeight + 1))
    for (const part of [at, ...at.children]) watch.observe(part)
    return () => watch.disconnect()
  }, [])
  return (
    <div
      className="chat"
      ref={wall}
      {...(scrolls && { role: 'region', tabIndex: 0, 'aria-label': t('app.phone.preview') })}
    >
      {children}
    </div>
  )
}

function Buttons({ buttons }: { buttons: MessagePreview['buttons'] }) {
  return buttons?.map((button, index) => (
    // Two buttons may carry the same words while they are being written.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div className="bt" key={index}>
      <Icon of={buttonIcons[button.type] ?? IconExternalLink} size="small" />
      {button.text || (button.type === 'COPY_CODE' ? t('app.phone.copyCode') : t('app.phone.button'))}
    </div>
  ))
}

const buttonIcons: Record<string, TablerIcon> = {
  URL: IconExternalLink,
  PHONE_NUMBER: IconPhone,
  QUICK_REPLY: IconArrowBackUp,
  COPY_CODE: IconCopy,
  OTP: IconCopy,
  CATALOG: IconShoppingBag,
  MPM: IconShoppingBag,
}

function Header({ header, values }: { header: MessagePreview['header']; values: MessagePreview['values'] }) {
  if (!header) return null
  if (header.kind === 'text') {
    return header.text ? (
      <div className="hd">
        <Formatted pieces={readMessage(header.text)} values={values} />
      </div>
    ) : null
  }
  if (header.kind === 'location') {
    return (
      <div className="pic blank place">
        <Icon of={IconMapPin} size="large" />
        <b>{header.name || t('app.phone.place')}</b>
        <span>{header.address}</span>
      </div>
    )
  }
  if (header.kind === 'image' && header.url) return <img className="pic" src={header.url} alt="" />
  const kind = { image: IconPhoto, video: IconPlayerPlay, gif: IconGif, document: IconFileText }[header.kind]
  return (
    <div className={`pic blank${header.kind === 'document' ? ' doc' : ''}`}>
      <Icon of={kind} size="large" />
      <span>{header.name ?? t('app.phone.media', { kind: header.kind })}</span>
    </div>
  )
}

/** Text in WhatsApp's formatting, outside a phone too: a list of templates for instance. */
export function Formatted({
  pieces,
  values,
}: {
  pieces: readonly Piece[]
  values?: Readonly<Record<string, string>>
}) {
  return pieces.map((piece, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
    return <Fragment key={index}>{show(piece, values)}</Fragment>
  })
}

function show(piece: Piece, values: Readonly<Record<string, string>> | undefined): ReactNode {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'variable') return <mark>{values?.[piece.name] || `{{${piece.name}}}`}</mark>
  const inner = <Formatted pieces={piece.pieces} values={values} />
  if (piece.kind === 'bold') return <b>{inner}</b>
  if (piece.kind === 'italic') return <i>{inner}</i>
  if (piece.kind === 'strike') return <s>{inner}</s>
  return <code>{inner}</code>
}
