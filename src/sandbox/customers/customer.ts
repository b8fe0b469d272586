import { nameOf, receive, sendFile } from '../messages/replies.ts'
import type { Phone } from '../world/accounts.ts'
import { isObject } from '../world/settings.ts'
import type { Part } from '../world/world.ts'
import { chatOf } from './chat-view.ts'

/** What a person does on their phone; one of it at a time. */
export type CustomerAction = {
  text?: string
  /** Presses a button or a row of that message. */
  button?: { message_id: string; id: string; title?: string }
  location?: { latitude: number; longitude: number; name?: string }
  /** An empty emoji takes the reaction back. */
  reaction?: { message_id: string; emoji: string }
  file?: { mime: string; data: string; caption?: string; name?: string; voice?: boolean }
  /** The message that is answered by a text. */
  reply_to?: string
}

type CustomerParts = Part<
  | 'install'
  | 'settings'
  | 'accounts'
  | 'limits'
  | 'ledger'
  | 'webhooks'
  | 'userIdVersions'
  | 'url'
  | 'files'
  | 'chats'
>

const longestText = 4096

/** Does it as that person. Answers the id of their message. @throws Error with a sentence. */
export function act(
  world: CustomerParts,
  phone: Phone,
  digits: string,
  action: CustomerAction,
  name = nameOf(digits),
): string {
  if (digits.length < 5) throw new Error('The person must have a phone number.')
  const writer = { digits, name, hidden: false }
  const context = action.reply_to && { from: phone.digits, id: action.reply_to }
  if (typeof action.text === 'string' && action.text.trim() !== '') {
    const body = action.text.slice(0, longestText)
    return receive(world, phone, writer, { ...(context && { context }), type: 'text', text: { body } })
  }
  if (isObject(action.button)) return press(world, phone, writer, action.button)
  if (isObject(action.reaction)) {
    const { message_id, emoji } = action.reaction
    const reaction = { message_id: String(message_id), ...(emoji && { emoji: String(emoji) }) }
    return receive(world, phone, writer, { type: 'reaction', reaction })
  }
  if (isObject(action.location)) {
    const { latitude, longitude, name: place } = action.location
    const location = {
      latitude: Number(latitude),
      longitude: Number(longitude),
      ...(place && { name: place }),
    }
    return receive(world, phone, writer, { type: 'location', location })
  }
  if (isObject(action.file)) {
    const { data, ...file } = action.file
    return sendFile(world, phone, writer, { ...file, bytes: Buffer.from(String(data), 'base64') })
  }
  throw new Error('Say what the person does: text, button, reaction, location or file.')
}

function press(
  world: CustomerParts,
  phone: Phone,
  writer: { digits: string; name: string; hidden: boolean },
  { message_id, id, title }: { message_id: string; id: string; title?: string },
): string {
  const line = chatOf(world, phone, writer.digits).find((one) => one.id === message_id)
  const button = line?.buttons.find(
    (one) => one.id === id && (title === undefined || one.title === title) && one.kind !== 'link',
  )
  if (!button) throw new Error('There is no such button on that message.')
  const context = { from: phone.digits, id: message_id }
  if (button.kind === 'template') {
    const pressed = { payload: button.id, text: button.title }
    return receive(world, phone, writer, { context, type: 'button', button: pressed })
  }
  const kind = button.kind === 'reply' ? 'button_reply' : 'list_reply'
  return receive(world, phone, writer, {
    context,
    type: 'interactive',
    interactive: { type: kind, [kind]: { id: button.id, title: button.title } },
  })
}
