import { isObject, type Json, parseGraphJson, textOf } from '../graph/graph-json.ts'
import type { StatusEvent, UnknownEvent, WebhookEvent } from './webhook-event-types.ts'
import { readEchoes, readMessages, readPreferences } from './webhook-messages.ts'
import { readNotice } from './webhook-notices.ts'
import { numberFrom, type Place, readErrors, secondsToMs, wordOf } from './webhook-values.ts'

export type * from './webhook-event-types.ts'

/**
 * Reads a webhook's body into its events in their order; what is not recognised becomes `unknown` with its
 * content. Without a schema: thousands of statuses come in a second.
 * @throws SyntaxError when the body is not JSON.
 */
export function parseWebhook(body: string | Uint8Array): WebhookEvent[] {
  const text = typeof body === 'string' ? body : decoder.decode(body)
  const parsed = parseGraphJson(text)
  return readWebhook(mayBeUnstorable.test(text) ? storable(parsed) : parsed)
}

/** Escapes of a NUL or of half a character; few bodies have any. */
const mayBeUnstorable = /\\u(0000|d[89a-f])/i

/** PostgreSQL holds neither NUL nor lone surrogates: one in a name must not cost the person's STOP. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storable(name), storable(each)]))
}

const decoder = new TextDecoder()

/** The same for a body that has been parsed by `parseGraphJson`. */
export function readWebhook(body: unknown): WebhookEvent[] {
  const events: WebhookEvent[] = []
  if (!isObject(body) || !Array.isArray(body.entry)) {
    return [unknownEvent({ wabaId: '', entryAt: undefined }, '', body)]
  }
  for (const entry of body.entry as unknown[]) {
    const known = isObject(entry) ? entry : undefined
    const place: Place = { wabaId: textOf(known?.id) ?? '', entryAt: secondsToMs(known?.time) }
    if (known && Array.isArray(known.changes)) {
      for (const change of known.changes as unknown[]) readChange(change, place, events)
    } else {
      events.push(unknownEvent(place, '', entry))
    }
  }
  return events
}

function readChange(change: unknown, place: Place, events: WebhookEvent[]): void {
  const field = isObject(change) ? (textOf(change.field) ?? '') : ''
  if (!isObject(change) || !isObject(change.value)) {
    events.push(unknownEvent(place, field, isObject(change) ? change.value : change))
    return
  }
  const value = change.value
  const found = readField(field, value, change, place)
  if (found.length > 0) events.push(...found)
  else events.push(unknownEvent(place, field, value))
}

function readField(field: string, value: Json, change: Json, place: Place): WebhookEvent[] {
  switch (field) {
    case 'messages':
      return [
        ...readStatuses(value, place),
        ...readMessages(value, place),
        ...readAccountErrors(value, place),
      ]
    // What people write while Meta's own agent answers them, and what it answered.
    case 'standby':
      return [...readStatuses(value, place), ...readMessages(value, place), ...readEchoes(value, place)]
    case 'user_preferences':
      return readPreferences(value, place)
    case 'smb_message_echoes':
      return readEchoes(value, place)
    default: {
      const notice = readNotice(field, value, change, place)
      return notice ? [notice] : []
    }
  }
}

function readStatuses(value: Json, place: Place): WebhookEvent[] {
  if (!Array.isArray(value.statuses)) return []
  const number = numberFrom(value)
  return value.statuses.map(
    (status: unknown) => readStatus(status, place, number) ?? unknownEvent(place, 'messages', status),
  )
}

function readStatus(
  status: unknown,
  { wabaId, entryAt }: Place,
  { phoneNumberId, displayPhoneNumber }: ReturnType<typeof numberFrom>,
): StatusEvent | undefined {
  if (!isObject(status)) return undefined
  const wamid = wordOf(status.id)
  const state = wordOf(status.status)
  if (wamid === undefined || state === undefined) return undefined
  const conversation = isObject(status.conversation) ? status.conversation : undefined
  const origin = isObject(conversation?.origin) ? conversation.origin : undefined
  return {
    kind: 'status',
    wabaId,
    phoneNumberId,
    displayPhoneNumber,
    wamid,
    status: state,
    at: secondsToMs(status.timestamp) ?? entryAt,
    callbackData: textOf(status.biz_opaque_callback_data),
    recipientId: wordOf(status.recipient_id),
    recipientUserId: wordOf(status.recipient_user_id),
    parentRecipientUserId: wordOf(status.parent_recipient_user_id),
    conversationId: wordOf(conversation?.id),
    conversationOrigin: wordOf(origin?.type),
    conversationExpiresAt: secondsToMs(conversation?.expiration_timestamp),
    pricing: isObject(status.pricing) ? readPricing(status.pricing) : undefined,
    errors: Array.isArray(status.errors) ? readErrors(status.errors) : undefined,
  }
}

function readPricing(pricing: Json): NonNullable<StatusEvent['pricing']> {
  return {
    category: wordOf(pricing.category),
    type: wordOf(pricing.type),
    model: wordOf(pricing.pricing_model),
    billable: typeof pricing.billable === 'boolean' ? pricing.billable : undefined,
  }
}

/** Something wrong with the account, in place of messages and statuses. */
function readAccountErrors(value: Json, { wabaId, entryAt }: Place): WebhookEvent[] {
  const errors = readErrors(value.errors)
  return errors.length === 0
    ? []
    : [{ kind: 'account_error', wabaId, at: entryAt, ...numberFrom(value), errors }]
}

function unknownEvent({ wabaId, entryAt }: Place, field: string, value: unknown): UnknownEvent {
  return { kind: 'unknown', wabaId, at: entryAt, field, value }
}
