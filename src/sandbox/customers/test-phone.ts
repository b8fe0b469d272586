import { type Answer, type Exchange, textParam } from '../graph/exchange.ts'
import { badParameter } from '../graph/graph-errors.ts'
import type { Phone } from '../world/accounts.ts'
import { testPhoneDigits } from '../world/chats.ts'
import { chatOf } from './chat-view.ts'
import { act, type CustomerAction } from './customer.ts'

/** `GET /{phone}/test_phone`: what the test phone shows. */
export function readTestPhone(x: Exchange<'install' | 'ledger' | 'chats'>, phone: Phone): Answer {
  return { body: { number: testPhoneDigits, data: chatOf(x.world, phone, testPhoneDigits) } }
}

/** `POST /{phone}/test_phone`: `text`, or `message_id` and `button` of what is pressed. */
export function writeOnTestPhone(
  x: Exchange<
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
  >,
  phone: Phone,
): Answer {
  const text = textParam(x, 'text')
  const messageId = textParam(x, 'message_id')
  const button = textParam(x, 'button')
  const action: CustomerAction =
    messageId !== undefined && button !== undefined
      ? { button: { message_id: messageId, id: button } }
      : { text }
  try {
    const id = act(x.world, phone, testPhoneDigits, action, textParam(x, 'name') ?? 'Test phone')
    return { body: { id } }
  } catch (cause) {
    throw badParameter(cause instanceof Error ? cause.message : String(cause))
  }
}
