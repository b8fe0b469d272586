import { addFile, fileAddress } from '../graph/files.ts'
import { samplePhoto } from '../pictures/photo.ts'
import { type Phone, seconds } from '../world/accounts.ts'
import type { Preference, Reply } from '../world/fates.ts'
import { type Sent, wamid } from '../world/ledger.ts'
import { idsOf, renewIds } from '../world/user-ids.ts'
import { type Part, within } from '../world/world.ts'

/** A person who writes: by number, or hidden behind a username. */
type Writer = { digits: string; name: string; hidden: boolean }

const names = [
  'Asha Rao',
  'Ravi Kumar',
  'Meera Nair',
  'Sofía García',
  'Imran Shaikh',
  'Lakshmi Iyer',
  'João Souza',
]

/** A name that stays the same for a number. */
export const nameOf = (digits: string): string => names[Number(digits.slice(-3)) % names.length] ?? 'Asha Rao'

/** What an answer of a person touches. */
export type ReplyParts = Part<
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

/** Puts down what a person answers after reading. */
export function planReplies(
  world: ReplyParts,
  sent: Sent,
  replies: readonly Reply[],
  readAt: number,
  hidden: boolean,
) {
  let at = readAt
  for (const reply of replies) {
    at += within(world.settings.delays.reply)
    world.later(Math.max(0, at - Date.now()), () => answer(world, sent, reply, hidden))
  }
}

function answer(world: ReplyParts, sent: Sent, reply: Reply, hidden: boolean) {
  const { phone } = sent
  const writer: Writer = { digits: sent.waId, name: nameOf(sent.waId), hidden }
  const context = { from: phone.digits, id: wamid(world.install, sent.to, sent.number) }
  switch (reply.kind) {
    case 'text':
      receive(world, phone, writer, { type: 'text', text: { body: reply.text } })
      return
    case 'button': {
      const choice = firstChoice(sent)
      if (choice) {
        receive(world, phone, writer, { context, type: 'interactive', interactive: choice })
        return
      }
      const label = firstQuickReply(sent)
      if (label === undefined) receive(world, phone, writer, { type: 'text', text: { body: 'Thanks!' } })
      else
        receive(world, phone, writer, {
          context,
          type: 'button',
          button: { payload: payloadOf(sent) ?? label, text: label },
        })
      return
    }
    case 'image':
      sendFile(world, phone, writer, {
        mime: 'image/png',
        bytes: samplePhoto(writer.digits),
        caption: 'Like this one',
      })
      return
    case 'reaction':
      receive(world, phone, writer, {
        type: 'reaction',
        reaction: { message_id: context.id, emoji: reply.emoji },
      })
      return
    case 'preference':
      prefer(world, phone, writer, reply.value)
      return
    case 'new-number': {
      const next = changedNumber(writer.digits)
      receive(world, phone, writer, {
        type: 'system',
        system: {
          body: `User ${writer.name} changed from ${writer.digits} to ${next}`,
          wa_id: next,
          ...systemIds(world, next, phone),
          type: 'user_changed_number',
        },
      })
      return
    }
    case 'new-user-id':
      changeUserId(world, phone, writer)
  }
}

/** A person sends a file; the kind follows from its type. */
export function sendFile(
  world: Part<
    'install' | 'settings' | 'accounts' | 'limits' | 'webhooks' | 'userIdVersions' | 'url' | 'files' | 'chats'
  >,
  phone: Phone,
  writer: Writer,
  file: { mime: string; bytes: Buffer; caption?: string; name?: string; voice?: boolean },
): string {
  const [family = ''] = file.mime.split('/')
  const type = ['image', 'video', 'audio'].includes(family) ? family : 'document'
  const { id, sha256 } = addFile(world, phone, file)
  return receive(world, phone, writer, {
    type,
    [type]: {
      id,
      mime_type: file.mime,
      sha256,
      url: fileAddress(world.url, id),
      ...(file.caption && { caption: file.caption }),
      ...(file.name && { filename: file.name }),
      ...(type === 'audio' && { voice: file.voice ?? false }),
    },
  })
}

/** A person gets another user id, and the app is notified of the old one. */
function changeUserId(
  world: Part<
    'install' | 'settings' | 'accounts' | 'limits' | 'webhooks' | 'userIdVersions' | 'chats' | 'keep'
  >,
  phone: Phone,
  writer: Writer,
) {
  const before = idsOf(world, writer.digits, phone).userId
  renewIds(world, writer.digits)
  const now = systemIds(world, writer.digits, phone)
  receive(world, phone, writer, {
    type: 'system',
    system: {
      body: `User ${writer.name} changed from ${before} to ${now.user_id}`,
      ...(writer.hidden ? {} : { wa_id: writer.digits }),
      ...now,
      previous_user_id: before,
      type: 'user_changed_user_id',
    },
  })
}

function systemIds(world: Part<'settings' | 'accounts' | 'userIdVersions'>, digits: string, phone: Phone) {
  const { userId, parentUserId } = idsOf(world, digits, phone)
  return { user_id: userId, ...(parentUserId && { parent_user_id: parentUserId }) }
}

const changedNumber = (digits: string) => `${digits.slice(0, -4)}7${digits.slice(-3)}`

/** The first button or row of an interactive message, as the answer names it. */
function firstChoice(sent: Sent): Record<string, unknown> | undefined {
  if (sent.type !== 'interactive') return undefined
  const interactive = sent.content as {
    action?: {
      buttons?: { reply?: { id: string; title: string } }[]
      sections?: { rows?: { id: string; title: string }[] }[]
    }
  } | null
  const reply = interactive?.action?.buttons?.[0]?.reply
  if (reply) return { type: 'button_reply', button_reply: { id: reply.id, title: reply.title } }
  const row = interactive?.action?.sections?.[0]?.rows?.[0]
  return row && { type: 'list_reply', list_reply: { id: row.id, title: row.title } }
}

function firstQuickReply(sent: Sent): string | undefined {
  const buttons = sent.template?.components.find(({ type }) => type.toUpperCase() === 'BUTTONS')?.buttons
  return buttons?.find(({ type }) => type.toUpperCase() === 'QUICK_REPLY')?.text
}

function payloadOf(sent: Sent): string | undefined {
  const components = Array.isArray(sent.content)
    ? (sent.content as { sub_type?: string; parameters?: { payload?: string }[] }[])
    : []
  return components.find(({ sub_type }) => sub_type === 'quick_reply')?.parameters?.[0]?.payload
}

let received = 0

/** A person writes to a number: opens the service window and sends the webhook. Returns the message's id. */
export function receive(
  world: Part<'install' | 'settings' | 'accounts' | 'limits' | 'webhooks' | 'userIdVersions' | 'chats'>,
  phone: Phone,
  writer: Writer,
  message: Record<string, unknown>,
): string {
  const now = Date.now()
  world.limits.count(phone, now, true)
  world.limits.openWindow(phone, writer.digits, now)
  received++
  const id = wamid(`A${world.install.slice(1)}`, writer.digits, now * 100 + (received % 100))
  const ids = idsOf(world, writer.digits, phone)
  const contact = {
    profile: {
      name: writer.name,
      ...(writer.hidden ? { username: writer.name.toLowerCase().replace(/\W+/g, '.') } : {}),
    },
    ...(writer.hidden ? {} : { wa_id: writer.digits }),
    user_id: ids.userId,
    ...(ids.parentUserId && { parent_user_id: ids.parentUserId }),
  }
  const row = {
    ...(message.context === undefined ? {} : { context: message.context }),
    ...(writer.hidden ? {} : { from: writer.digits }),
    from_user_id: ids.userId,
    ...(ids.parentUserId && { from_parent_user_id: ids.parentUserId }),
    id,
    timestamp: String(seconds(now)),
    ...message,
  }
  world.chats.add(phone.id, writer.digits, { id, at: now, message })
  // A change of number comes without contacts.
  const contacts = message.type === 'system' ? '' : `"contacts":[${JSON.stringify(contact)}],`
  world.webhooks.messages(phone, `${contacts}"messages":[${JSON.stringify(row)}]`)
  return id
}

/** A person stops or resumes marketing in WhatsApp's own menu, or signs up by a link; from then on 131050 until resumed. */
export function prefer(
  world: Part<'settings' | 'accounts' | 'webhooks' | 'orders' | 'userIdVersions'>,
  phone: Phone,
  writer: Writer,
  value: Preference,
) {
  if (value === 'stop') {
    world.orders.set(writer.digits, {
      ending: '',
      what: 'Stopped marketing.',
      steps: ['failed'],
      code: 131050,
      marketingOnly: true,
    })
  } else {
    world.orders.delete(writer.digits)
  }
  const person = {
    ...(writer.hidden ? {} : { wa_id: writer.digits }),
    ...systemIds(world, writer.digits, phone),
  }
  world.webhooks.field(phone.wabaId, 'user_preferences', {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: phone.digits, phone_number_id: phone.id },
    contacts: [{ profile: { name: writer.name }, ...person }],
    user_preferences: [
      {
        ...person,
        detail:
          value === 'signup'
            ? 'User signed up for marketing messages'
            : `User requested to ${value} marketing messages`,
        category: 'marketing_messages',
        value,
        timestamp: seconds(Date.now()),
      },
    ],
  })
}
