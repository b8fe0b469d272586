import type { Effect } from '../engine/session.ts'

type Message = Extract<Effect, { effect: 'send' }>['message']

/** A message as lists show it and searches find it. */
export const textOfSend = (message: Message): string =>
  message.type === 'template'
    ? message.template
    : message.text || (message.type === 'media' ? message.link || message.file_name : '')

/** Source: …/whatsapp/cloud-api/reference/messages. */
export function payloadOfSend(message: Exclude<Message, { type: 'template' }>): object {
  switch (message.type) {
    case 'text':
      return { type: 'text', text: { body: message.text, preview_url: /https?:\/\//.test(message.text) } }
    case 'media':
      return {
        type: message.media,
        [message.media]: {
          ...(message.media_id === null ? { link: message.link } : { id: message.media_id }),
          ...(message.media !== 'audio' && message.text && { caption: message.text }),
          ...(message.media === 'document' && message.file_name && { filename: message.file_name }),
        },
      }
    case 'buttons':
      return {
        type: 'interactive',
        interactive: {
          type: 'button',
          body: { text: message.text },
          action: {
            buttons: message.buttons.map(({ id, title }) => ({ type: 'reply', reply: { id, title } })),
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
            button: message.button,
            sections: [
              {
                rows: message.rows.map(({ id, title, description }) => ({
                  id,
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
