import { buttonsPayload, listPayload, textPayload } from '#server/providers/meta/calls/free-payload.ts'
import type { Effect } from '../engine/session.ts'

type Message = Extract<Effect, { effect: 'send' }>['message']

/** A message as lists show it and searches find it. */
export const textOfSend = (message: Message): string =>
  message.type === 'template'
    ? message.template
    : message.text || (message.type === 'media' ? message.link || message.file_name : '')

/** As the messages endpoint takes it. */
export function payloadOfSend(message: Exclude<Message, { type: 'template' }>): object {
  switch (message.type) {
    case 'text':
      return textPayload(message.text)
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
      return buttonsPayload(message.text, message.buttons)
    case 'list':
      return listPayload(message.text, message.button, message.rows)
  }
}
