import type { FileKind } from '#contract/conversations/files.ts'
import type { OutgoingMessage } from '#contract/conversations/outgoing.ts'
import { buttonsPayload, listPayload, textPayload } from '#server/providers/meta/calls/free-payload.ts'

export type FreeMessage = Exclude<OutgoingMessage, { type: 'template' }>
/** A file as WhatsApp knows it. */
export type ProviderFile = { mediaId: string; kind: FileKind; name: string }

/** A message as lists show it and searches find it. */
export function textOf(message: FreeMessage): string {
  switch (message.type) {
    case 'file':
      return message.caption ?? ''
    case 'reaction':
      return message.emoji
    case 'location':
      return message.name || message.address || `${message.latitude}, ${message.longitude}`
    case 'contact':
      return `${message.name}, ${message.phone}`
    default:
      return message.text
  }
}

/** As the messages endpoint takes it. */
export function payloadOf(message: FreeMessage, file: ProviderFile | undefined): object {
  switch (message.type) {
    case 'file': {
      if (!file) throw new Error('the file was not uploaded')
      const takesCaption = file.kind !== 'audio' && file.kind !== 'sticker'
      return {
        type: file.kind,
        [file.kind]: {
          id: file.mediaId,
          ...(takesCaption && message.caption && { caption: message.caption }),
          ...(file.kind === 'document' && { filename: file.name }),
        },
      }
    }
    case 'text':
      return textPayload(message.text)
    case 'reaction':
      return { type: 'reaction', reaction: { message_id: message.wamid, emoji: message.emoji } }
    case 'location': {
      const { latitude, longitude, name, address } = message
      return {
        type: 'location',
        location: { latitude, longitude, ...(name && { name }), ...(address && { address }) },
      }
    }
    case 'contact':
      return { type: 'contacts', contacts: [contactOf(message)] }
    case 'buttons':
      return buttonsPayload(
        message.text,
        message.buttons.map((title, index) => ({ id: answerId(index), title })),
      )
    case 'list':
      return listPayload(
        message.text,
        message.menu,
        message.rows.map((row, index) => ({ ...row, id: answerId(index) })),
      )
  }
}

const answerId = (index: number) => `answer-${index + 1}`

/** WhatsApp wants a part of the name beside the whole of it; `wa_id` makes it a person whom one can write to. */
function contactOf({ name, phone, email, company }: Extract<FreeMessage, { type: 'contact' }>): object {
  const [first = name, ...last] = name.split(/\s+/)
  return {
    name: {
      formatted_name: name,
      first_name: first,
      ...(last.length > 0 && { last_name: last.join(' ') }),
    },
    phones: [{ phone, type: 'CELL', wa_id: phone.replace(/\D/g, '') }],
    ...(email && { emails: [{ email, type: 'WORK' }] }),
    ...(company && { org: { company } }),
  }
}
