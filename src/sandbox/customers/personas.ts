import { addFile, fileAddress } from '../graph/files.ts'
import { nameOf, receive, sendFile } from '../messages/replies.ts'
import { samplePhoto } from '../pictures/photo.ts'
import { type Phone, seconds } from '../world/accounts.ts'
import { orderedAnswers } from '../world/fates.ts'
import type { Part } from '../world/world.ts'

type PersonaParts = Part<
  | 'install'
  | 'settings'
  | 'accounts'
  | 'limits'
  | 'webhooks'
  | 'orders'
  | 'userIdVersions'
  | 'url'
  | 'files'
  | 'chats'
  | 'keep'
  | 'later'
>
type Writer = { digits: string; name: string; hidden: boolean }
type Play = (world: PersonaParts, phone: Phone, writer: Writer, order: PersonaOrder) => string[]

/** Who a person is to be, and how much of it. */
export type PersonaOrder = {
  persona: string
  from: string
  phone_number_id?: string
  name?: string
  /** What a person who answers says; also of the first message of others. */
  text?: string
  /** How many messages a burst has. */
  count?: number
  /** The delay of the persona `late`. */
  after_ms?: number
}

const burstAtMost = 1_000

const say = (world: PersonaParts, phone: Phone, writer: Writer, body: string, more = {}): string =>
  receive(world, phone, writer, { type: 'text', text: { body }, ...more })

const countOf = ({ count }: PersonaOrder, usual: number): number =>
  Math.min(Math.max(Math.trunc(Number(count ?? usual)) || usual, 1), burstAtMost)

/** The people the sandbox plays, by name. */
export const personas: Record<string, { what: string; play: Play }> = {
  answers: {
    what: 'answers each message with `text`',
    play: (world, _phone, { digits }, { text }) => {
      world.orders.set(digits, orderedAnswers([{ kind: 'text', text: text ?? 'Yes, please' }]))
      return []
    },
  },
  presses: {
    what: 'presses the first button of each message',
    play: (world, _phone, { digits }) => {
      world.orders.set(digits, orderedAnswers([{ kind: 'button' }]))
      return []
    },
  },
  late: {
    what: 'says hello, and goes on after `after_ms`',
    play: (world, phone, writer, { text, after_ms }) => {
      const ms = Math.min(Math.max(Number(after_ms ?? 30_000) || 0, 0), 24 * 3600_000)
      world.later(ms, () => say(world, phone, writer, text ?? 'Sorry, I was away. Still there?'))
      return [say(world, phone, writer, 'Hello, one moment')]
    },
  },
  burst: {
    what: 'writes `count` messages at once',
    play: (world, phone, writer, order) =>
      Array.from({ length: countOf(order, 10) }, (_, at) =>
        say(world, phone, writer, `${order.text ?? 'Message'} ${at + 1}`),
      ),
  },
  'out-of-order': {
    what: 'writes `count` messages whose webhooks come last first',
    play: (world, phone, writer, order) => {
      const count = countOf(order, 5)
      const now = Date.now()
      return Array.from({ length: count }, (_, at) => {
        const nr = count - at
        const timestamp = String(seconds(now) - at)
        return say(world, phone, writer, `${order.text ?? 'Message'} ${nr}`, { timestamp })
      })
    },
  },
  media: {
    what: 'sends a file of each type, a place, a contact, an order and a filled-in form',
    play: sendEverything,
  },
  deletes: {
    what: 'writes a message and deletes it',
    play: (world, phone, writer, { text }) => {
      const id = say(world, phone, writer, text ?? 'Wrong chat, sorry')
      const revoke = { original_message_id: id }
      return [id, receive(world, phone, writer, { type: 'revoke', revoke })]
    },
  },
  edits: {
    what: 'writes a message and changes it',
    play: (world, phone, writer, { text }) => {
      const id = say(world, phone, writer, text ?? 'Two boxes')
      const edit = { original_message_id: id, message: { type: 'text', text: { body: 'Three boxes' } } }
      return [id, receive(world, phone, writer, { type: 'edit', edit })]
    },
  },
  moves: {
    what: 'writes, and changes to another number',
    play: (world, phone, writer, { text }) => {
      const id = say(world, phone, writer, text ?? 'I get a new number today')
      const next = `${writer.digits.slice(0, -4)}7${writer.digits.slice(-3)}`
      const body = `User ${writer.name} changed from ${writer.digits} to ${next}`
      const system = { body, wa_id: next, type: 'user_changed_number' }
      const changed = receive(world, phone, writer, { type: 'system', system })
      return [id, changed, say(world, phone, { ...writer, digits: next }, 'This is my new number')]
    },
  },
  ad: {
    what: 'comes from an advertisement',
    play: (world, phone, writer, { text }) => {
      const referral = {
        source_url: 'https://fb.me/1a2b3c',
        source_type: 'ad',
        source_id: '120208123456780',
        headline: 'New prints are here',
        body: 'Six yards from 8,500',
        media_type: 'image',
        image_url: 'https://shop.example/prints.jpg',
        ctwa_clid:
          'ARAkLkA8rmlFeiCktEJQ-QTwRiyYHAFDLMNDBH0CD3qpjd0HR4irJ6LEkR7JwFF4XvnO2E4Nx0-eM-GABDLOPaOdRMv-_zfUQ2a',
      }
      return [say(world, phone, writer, text ?? 'Hello! Can I get more info on this?', { referral })]
    },
  },
}

/** The smallest files that browsers and sniffers take for what they are. */
const files = ({ digits }: Writer) => [
  { mime: 'image/png', bytes: samplePhoto(digits), caption: 'Like this one' },
  { mime: 'video/mp4', bytes: Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex') },
  { mime: 'audio/ogg; codecs=opus', bytes: oggOpus(), voice: true },
  {
    mime: 'application/pdf',
    bytes: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    name: 'list.pdf',
  },
]

/** The first page of an Ogg stream, with the head of Opus. */
function oggOpus(): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from('0101000080bb0000000000', 'hex')])
  const page = Buffer.alloc(28)
  page.write('OggS')
  page.set([0, 2], 4)
  page.set([1, head.length], 26)
  return Buffer.concat([page, head])
}

const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')

function sendEverything(world: PersonaParts, phone: Phone, writer: Writer): string[] {
  const sent = files(writer).map((file) => sendFile(world, phone, writer, file))
  const { id, sha256 } = addFile(world, phone, { mime: 'image/webp', bytes: webp })
  const sticker = { id, mime_type: 'image/webp', sha256, animated: false, url: fileAddress(world.url, id) }
  const others = [
    { type: 'sticker', sticker },
    { type: 'location', location: { latitude: 18.5204, longitude: 73.8567, name: 'Shop', address: 'Pune' } },
    {
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'Ravi Kumar', first_name: 'Ravi' },
          phones: [{ phone: '98123 45678', type: 'CELL', wa_id: '919812345678' }],
        },
      ],
    },
    {
      type: 'order',
      order: {
        catalog_id: '401',
        text: 'For Sunday',
        product_items: [{ product_retailer_id: 'KK-1', quantity: 2, item_price: 450, currency: 'INR' }],
      },
    },
    {
      type: 'interactive',
      interactive: {
        type: 'nfm_reply',
        nfm_reply: {
          name: 'flow',
          body: 'Sent',
          response_json: JSON.stringify({ flow_token: '1', size: '2 kg', topping: ['Nuts', 'Saffron'] }),
        },
      },
    },
    { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown' }] },
  ]
  return [...sent, ...others.map((message) => receive(world, phone, writer, message))]
}

/** Starts one. Answers the ids of what the person wrote at once. @throws Error with a sentence. */
export function startPersona(world: PersonaParts, phone: Phone, order: PersonaOrder): string[] {
  const persona = Object.hasOwn(personas, order.persona) ? personas[order.persona] : undefined
  if (!persona) throw new Error(`There is no such person. Known: ${Object.keys(personas).join(', ')}.`)
  const digits = String(order.from ?? '').replace(/\D/g, '')
  if (digits.length < 5) throw new Error("'from' must be a phone number.")
  return persona.play(world, phone, { digits, name: order.name ?? nameOf(digits), hidden: false }, order)
}
