import { errorFromAnswer, unreadableAnswer } from '../graph/graph-answer.ts'
import { type Graph, idPart, type MessageOptions } from '../graph/graph-call.ts'
import type { HttpAnswer } from '../graph/graph-http.ts'
import { isObject, parseGraphJson, textOf } from '../graph/graph-json.ts'
import { successAnswer } from '../graph/graph-values.ts'
import type { TemplateComponent } from './message-payload.ts'

/** Meta has taken the message; delivery is reported by webhook. */
export type Accepted = {
  /** `wamid…`: the key of every later status. */
  wamid: string
  /** The number WhatsApp made of ours; absent for a person addressed by user id. */
  waId?: string
  /** Business-scoped user id. */
  userId?: string
  /** `held_for_quality_assessment` and `paused` mean that Meta waits before it sends. */
  status?: string
}

export type TemplateMessage = {
  /** E.164 with `+`: without it Meta may put the sender's country code in front. */
  to: string
  name: string
  /** Exactly as approved: `en_US` is not `en`. */
  language: string
  components: readonly TemplateComponent[]
  /** Our own id: comes back in every status (`biz_opaque_callback_data`). */
  callbackData?: string
}

/** Sending. Source: …/whatsapp/cloud-api/reference/messages. */
export type MessageCalls = {
  /** Sends a JSON text that is ready to go: nothing is looked at, nothing is serialised. */
  sendPrepared: (
    token: string,
    phoneNumberId: string,
    bodyText: string,
    options?: MessageOptions,
  ) => Promise<Accepted>
  /** Sends any payload (see message-payload.ts); `messaging_product` and `recipient_type` are added. */
  sendMessage: (token: string, phoneNumberId: string, payload: object) => Promise<Accepted>
  sendTemplate: (token: string, phoneNumberId: string, message: TemplateMessage) => Promise<Accepted>
  /** Marks an incoming message and all before it as read; `typing` also shows the typing sign. */
  markRead: (token: string, phoneNumberId: string, wamid: string, typing?: boolean) => Promise<void>
}

/** The JSON object of a template message: what `sendTemplate` posts. */
export function templateMessageBody(message: TemplateMessage): object {
  return {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.to,
    type: 'template',
    template: {
      name: message.name,
      language: { code: message.language, policy: 'deterministic' },
      ...(message.components.length > 0 ? { components: message.components } : {}),
    },
    ...(message.callbackData === undefined ? {} : { biz_opaque_callback_data: message.callbackData }),
  }
}

export function messageCalls(graph: Graph): MessageCalls {
  const sendPrepared: MessageCalls['sendPrepared'] = async (token, phoneNumberId, bodyText, options) =>
    readAccepted(await graph.postMessage(token, phoneNumberId, bodyText, options), token)
  return {
    sendPrepared,
    sendMessage: (token, phoneNumberId, payload) =>
      sendPrepared(
        token,
        phoneNumberId,
        JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', ...payload }),
      ),
    sendTemplate: (token, phoneNumberId, message) =>
      sendPrepared(token, phoneNumberId, JSON.stringify(templateMessageBody(message))),
    markRead: async (token, phoneNumberId, wamid, typing) => {
      await graph.call({
        method: 'POST',
        path: `/${idPart(phoneNumberId)}/messages`,
        token,
        json: {
          messaging_product: 'whatsapp',
          status: 'read',
          message_id: wamid,
          ...(typing && { typing_indicator: { type: 'text' } }),
        },
        answer: successAnswer,
      })
    },
  }
}

/**
 * Read without a schema: this runs for every message and needs the message's id only. Without an id the
 * outcome is unknown.
 */
function readAccepted(answer: HttpAnswer, token: string): Accepted {
  let body: unknown
  try {
    body = parseGraphJson(answer.text)
  } catch (error) {
    throw unreadableAnswer(answer, error instanceof Error ? error.message : 'not JSON', [token])
  }
  const message = firstOf(body, 'messages')
  const wamid = textOf(message?.id)
  if (!wamid) {
    // Graph answers some failures with status 200.
    if (isObject(body) && isObject(body.error)) throw errorFromAnswer(answer, [token])
    throw unreadableAnswer(answer, 'no messages[0].id', [token])
  }
  const accepted: Accepted = { wamid }
  const status = textOf(message?.message_status)
  if (status) accepted.status = status
  const contact = firstOf(body, 'contacts')
  const waId = textOf(contact?.wa_id)
  if (waId) accepted.waId = waId
  const userId = textOf(contact?.user_id)
  if (userId) accepted.userId = userId
  return accepted
}

function firstOf(body: unknown, name: 'messages' | 'contacts') {
  const list = isObject(body) ? body[name] : undefined
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  return isObject(first) ? first : undefined
}
