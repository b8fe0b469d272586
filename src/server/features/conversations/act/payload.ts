import type { OutgoingMessage } from '#contract/conversations/outgoing.ts'
import type { FileKind } from '../files/chat-file.ts'

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

/** Source: …/whatsapp/cloud-api/reference/messages. */
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
      return { type: 'text', text: { body: message.text, preview_url: /https?:\/\//.test(message.text) } }
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
      return {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: message.text },
          action: {
            buttons: message.buttons.map((title, index) => ({
              type: 'reply',
              reply: { id: `answer-${index + 1}`, title },
            })),
          },
        },
      }
    case 'list':
      return {
        type: 'interactive',
        interactive: {
          type: 'list',
          body: { text: message.text },
          action: {
            button: message.menu,
            sections: [
              {
                rows: message.rows.map(({ title, description }, index) => ({
                  id: `answer-${index + 1}`,
                  title,
                  ...(description && { description }),
                })),
              },
            ],
          },
        },
      }
  }
}

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
