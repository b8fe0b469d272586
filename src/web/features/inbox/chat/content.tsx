import { IconFile, IconMapPin, IconShoppingBag, IconUser, type Icon as TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TimelineItem } from '#contract/conversations.ts'
import { Icon } from '#web/components/icon.tsx'
import { KeyValues } from '#web/components/key-values.tsx'
import { formatList } from '#web/format/list.ts'
import { formatPrice } from '#web/format/number.ts'
import { t } from '#web/messages/t.ts'
import { ChatFile } from './chat-file.tsx'
import { calm, MessageText } from './message-text.tsx'
import { SaveContact } from './save-contact.tsx'

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
      return <Place details={details} />
    case 'contacts':
      return <Contacts contacts={details.contacts} />
    case 'order':
      return <Order order={details.order} />
    case 'unsupported':
    case 'unknown':
    case null:
      return (
        <>
          {text ? <Text text={text} /> : <i className="t3">{t('inbox.unsupported')}</i>}
          {typeof details.webhook_event_id === 'number' ? (
            <p className="sm">
              <Link to={`/meta/webhook-tester?view=stored&webhook=${details.webhook_event_id}`}>
                {t('chat.rawEvent')}
              </Link>
            </p>
          ) : null}
        </>
      )
    default:
      return (
        <>
          <Text text={text ?? ''} />
          {Array.isArray(details.rows) ? <Rows menu={details.menu} rows={details.rows as ListRow[]} /> : null}
          {typeof details.response === 'string' ? <FormAnswers response={details.response} /> : null}
          {typeof details.description === 'string' ? <p className="sm t2">{details.description}</p> : null}
        </>
      )
  }
}

const Text = MessageText

/** A place as a card: nothing is asked of a map outside. */
function Place({ details: { name, address, latitude, longitude } }: { details: TimelineItem['details'] }) {
  return (
    <span className="plc">
      <Icon of={IconMapPin} size="large" />
      {typeof name === 'string' && name ? <b dir="auto">{calm(name)}</b> : null}
      {typeof address === 'string' && address ? <span dir="auto">{calm(address)}</span> : null}
      <span className="num sm t2">
        {Number(latitude).toFixed(5)}, {Number(longitude).toFixed(5)}
      </span>
    </span>
  )
}

type ListRow = { title: string; description?: string }

/** A list as the customer sees it once it is open. */
function Rows({ menu, rows }: { menu: unknown; rows: readonly ListRow[] }) {
  return (
    <details className="lst">
      <summary>{String(menu ?? '')}</summary>
      <ul>
        {rows.map(({ title, description }) => (
          <li key={title}>
            <b dir="auto">{title}</b>
            {description ? (
              <span className="sm t2" dir="auto">
                {description}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
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

/** What somebody filled into a form of WhatsApp, by the names that the form gives its fields. */
function FormAnswers({ response }: { response: string }) {
  const rows = answersIn(response)
  return rows.length > 0 ? <KeyValues rows={rows} /> : null
}

/** Without what only a machine reads. */
function answersIn(response: string): [name: string, value: string][] {
  try {
    const answers: unknown = JSON.parse(response)
    if (typeof answers !== 'object' || answers === null) return []
    return Object.entries(answers)
      .filter(([name]) => name !== 'flow_token')
      .map(([name, value]) => [name, formatList([value].flat().map(wordsOf))])
  } catch {
    return []
  }
}

const wordsOf = (value: unknown): string => (typeof value === 'string' ? calm(value) : JSON.stringify(value))

type Contact = { name?: { formatted_name?: string }; phones?: { phone?: string; wa_id?: string }[] }

function Contacts({ contacts }: { contacts: unknown }) {
  const list = Array.isArray(contacts) ? (contacts as Contact[]) : []
  return list.map((contact, index) => {
    const name = calm(String(contact.name?.formatted_name ?? ''))
    // What a phone says of itself is often without its country; WhatsApp's own id is whole.
    const phones = (Array.isArray(contact.phones) ? contact.phones : []).flatMap(({ phone, wa_id }) =>
      phone || wa_id
        ? { shown: String(phone || `+${wa_id}`), whole: String(wa_id ? `+${wa_id}` : phone) }
        : [],
    )
    const [saved] = phones.toSorted(
      (a, b) => Number(b.whole.startsWith('+')) - Number(a.whole.startsWith('+')),
    )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: contacts of a message have no other name
      <div key={index} className="vcf">
        <Attached icon={IconUser}>
          <bdi>{name || t('inbox.kind', { kind: 'contacts' })}</bdi>
          {phones.map(({ shown }) => (
            <span key={shown} className="num t3">
              {' '}
              {shown}
            </span>
          ))}
        </Attached>
        {saved ? <SaveContact name={name} phone={saved.whole} /> : null}
      </div>
    )
  })
}

type OrderItem = {
  product_retailer_id?: string
  quantity?: number | string
  item_price?: number | string
  currency?: string
}

function Order({ order }: { order: unknown }) {
  const { text, product_items } = (order ?? {}) as { text?: string; product_items?: OrderItem[] }
  const items = (Array.isArray(product_items) ? product_items : []).map(
    ({ product_retailer_id, quantity, item_price, currency }) => ({
      name: String(product_retailer_id ?? ''),
      count: Number(quantity ?? 1),
      price: item_price === undefined ? Number.NaN : Number(item_price),
      currency: /^[A-Z]{3}$/.test(String(currency)) ? String(currency) : null,
    }),
  )
  const currency = items[0]?.currency
  const total = items.reduce((sum, { price, count }) => sum + price * count, 0)
  const isSummed = currency && Number.isFinite(total) && items.every((item) => item.currency === currency)
  return (
    <>
      <Attached icon={IconShoppingBag}>{t('inbox.order', { count: items.length })}</Attached>
      <ul className="ord">
        {items.map(({ name, count, price, currency }) => (
          <li key={name}>
            {currency && Number.isFinite(price)
              ? t('inbox.orderPriced', { count, name, price: formatPrice(price, currency) })
              : t('inbox.orderItem', { count, name })}
          </li>
        ))}
      </ul>
      {isSummed ? (
        <p>
          <b>{t('inbox.orderTotal', { amount: formatPrice(total, currency) })}</b>
        </p>
      ) : null}
      {text ? <Text text={text} /> : null}
    </>
  )
}
