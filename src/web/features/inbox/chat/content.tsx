import { IconFile, IconMapPin, IconShoppingBag, IconUser, type Icon as TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { TimelineItem } from '#contract/conversations.ts'
import { Icon } from '#web/components/icon.tsx'
import { readMessage } from '#web/components/message-text.ts'
import { Formatted } from '#web/components/phone-preview.tsx'
import { t } from '#web/messages/t.ts'
import { ChatFile } from './chat-file.tsx'

/** What a message holds, by its kind. Every kind is shown; one that is not known says so. */
export function Content({ item }: { item: TimelineItem }) {
  const { kind, text, details } = item
  switch (kind) {
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return (
        <>
          {item.file ? (
            <ChatFile file={item.file} voice={details.voice === true} />
          ) : (
            <Attached icon={IconFile}>{t('inbox.kind', { kind })}</Attached>
          )}
          {text ? <Text text={text} /> : null}
        </>
      )
    case 'location':
      return (
        <Attached icon={IconMapPin}>
          {[details.name, details.address].filter((part) => typeof part === 'string').join(', ')}{' '}
          <span className="num t3">
            {Number(details.latitude).toFixed(5)}, {Number(details.longitude).toFixed(5)}
          </span>
        </Attached>
      )
    case 'contacts':
      return <Contacts contacts={details.contacts} />
    case 'order':
      return <Order order={details.order} />
    case 'unsupported':
    case 'unknown':
    case null:
      return text ? <Text text={text} /> : <i className="t3">{t('inbox.unsupported')}</i>
    default:
      return <Text text={text ?? ''} />
  }
}

function Text({ text }: { text: string }) {
  return (
    <span className="pre" dir="auto">
      <Formatted pieces={readMessage(text)} />
    </span>
  )
}

function Attached({ icon, children }: { icon: TablerIcon; children: ReactNode }) {
  return (
    <span className="att">
      <Icon of={icon} />
      <span>{children}</span>
    </span>
  )
}

type Contact = { name?: { formatted_name?: string }; phones?: { phone?: string }[] }

function Contacts({ contacts }: { contacts: unknown }) {
  const list = Array.isArray(contacts) ? (contacts as Contact[]) : []
  return list.map((contact, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: contacts of a message have no other name
    <Attached key={index} icon={IconUser}>
      {contact.name?.formatted_name ?? t('inbox.kind', { kind: 'contacts' })}
      {contact.phones?.map(({ phone }) => (
        <span key={phone} className="num t3">
          {' '}
          {phone}
        </span>
      ))}
    </Attached>
  ))
}

type OrderContent = { text?: string; product_items?: { product_retailer_id?: string; quantity?: number }[] }

function Order({ order }: { order: unknown }) {
  const { text, product_items } = (order ?? {}) as OrderContent
  const items = Array.isArray(product_items) ? product_items : []
  return (
    <>
      <Attached icon={IconShoppingBag}>{t('inbox.order', { count: items.length })}</Attached>
      <ul className="ord">
        {items.map(({ product_retailer_id, quantity }) => (
          <li key={product_retailer_id}>
            {t('inbox.orderItem', { count: Number(quantity ?? 1), name: String(product_retailer_id ?? '') })}
          </li>
        ))}
      </ul>
      {text ? <Text text={text} /> : null}
    </>
  )
}
