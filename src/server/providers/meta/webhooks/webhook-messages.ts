import { isObject, type Json, numberOf, textOf } from '../graph/graph-json.ts'
import type {
  EchoEvent,
  IncomingContent,
  IncomingMedia,
  IncomingMessageEvent,
  Referral,
  UnknownEvent,
  WebhookEvent,
} from './webhook-event-types.ts'
import { numberFrom, objectsIn, type Place, readErrors, secondsToMs, wordOf } from './webhook-values.ts'

/** Incoming messages of a change; one that has no id is kept as unknown. */
export function readMessages(value: Json, place: Place): WebhookEvent[] {
  if (!Array.isArray(value.messages)) return []
  const number = numberFrom(value)
  const contacts = objectsIn(value.contacts)
  return value.messages.map((message: unknown): IncomingMessageEvent | UnknownEvent => {
    const wamid = isObject(message) ? wordOf(message.id) : undefined
    if (!isObject(message) || wamid === undefined) return unreadable(place, 'messages', message)
    const contact = senderOf(message, contacts)
    const profile = isObject(contact?.profile) ? contact.profile : undefined
    const context = isObject(message.context) ? message.context : undefined
    return {
      kind: 'message',
      wabaId: place.wabaId,
      ...number,
      wamid,
      at: secondsToMs(message.timestamp) ?? place.entryAt,
      from: wordOf(message.from) ?? wordOf(contact?.wa_id),
      fromUserId: wordOf(message.from_user_id) ?? wordOf(contact?.user_id),
      fromParentUserId: wordOf(message.from_parent_user_id) ?? wordOf(contact?.parent_user_id),
      profileName: wordOf(profile?.name),
      username: wordOf(profile?.username),
      content: readContent(message),
      replyTo: wordOf(context?.id),
      forwarded: context?.forwarded === true || context?.frequently_forwarded === true || undefined,
      groupId: wordOf(message.group_id),
      referral: isObject(message.referral) ? readReferral(message.referral) : undefined,
    }
  })
}

/** The contact of this sender. */
const senderOf = (message: Json, contacts: Json[]): Json | undefined =>
  contactOf(wordOf(message.from), wordOf(message.from_user_id), contacts)

/** The contact of a person: by number, by user id, else the only one there is. */
function contactOf(
  from: string | undefined,
  fromUserId: string | undefined,
  contacts: Json[],
): Json | undefined {
  return (
    contacts.find((contact) => from !== undefined && wordOf(contact.wa_id) === from) ??
    contacts.find((contact) => fromUserId !== undefined && wordOf(contact.user_id) === fromUserId) ??
    (contacts.length === 1 && from === undefined && fromUserId === undefined ? contacts[0] : undefined)
  )
}

/** Stops and resumptions of advertising. */
export function readPreferences(value: Json, place: Place): WebhookEvent[] {
  if (!Array.isArray(value.user_preferences)) return []
  const number = numberFrom(value)
  const contacts = objectsIn(value.contacts)
  return value.user_preferences.map((preference: unknown): WebhookEvent => {
    const wish = isObject(preference) ? wordOf(preference.value) : undefined
    if (!isObject(preference) || wish === undefined) return unreadable(place, 'user_preferences', preference)
    const waId = wordOf(preference.wa_id)
    const userId = wordOf(preference.user_id)
    const contact = contactOf(waId, userId, contacts)
    const profile = isObject(contact?.profile) ? contact.profile : undefined
    return {
      kind: 'preference',
      wabaId: place.wabaId,
      ...number,
      at: secondsToMs(preference.timestamp) ?? place.entryAt,
      waId: waId ?? wordOf(contact?.wa_id),
      userId: userId ?? wordOf(contact?.user_id),
      parentUserId: wordOf(preference.parent_user_id) ?? wordOf(contact?.parent_user_id),
      profileName: wordOf(profile?.name),
      value: wish,
      category: wordOf(preference.category),
      detail: wordOf(preference.detail),
    }
  })
}

/** What the owner typed in the phone app. */
export function readEchoes(value: Json, place: Place): WebhookEvent[] {
  const number = numberFrom(value)
  if (!Array.isArray(value.message_echoes)) return []
  return value.message_echoes.map((echo: unknown): EchoEvent | UnknownEvent => {
    const wamid = isObject(echo) ? wordOf(echo.id) : undefined
    if (!isObject(echo) || wamid === undefined) return unreadable(place, 'smb_message_echoes', echo)
    const context = isObject(echo.context) ? echo.context : undefined
    return {
      kind: 'echo',
      wabaId: place.wabaId,
      ...number,
      wamid,
      at: secondsToMs(echo.timestamp) ?? place.entryAt,
      to: wordOf(echo.to),
      content: readContent(echo),
      replyTo: wordOf(context?.id),
    }
  })
}

/** What a message holds, by its type; of an unknown type, or not of its type's form: all there is. */
function readContent(message: Json): IncomingContent {
  const type = wordOf(message.type) ?? 'unknown'
  const value = message[type]
  const other: IncomingContent = { type: 'other', name: type, value: value ?? null }
  if (type === 'contacts') return readContacts(value) ?? other
  if (type === 'unsupported') {
    const what = isObject(value) ? wordOf(value.type) : undefined
    return { type, what, errors: readErrors(message.errors) }
  }
  return isObject(value) ? (readObjectContent(type, value) ?? other) : other
}

function readObjectContent(type: string, value: Json): IncomingContent | undefined {
  switch (type) {
    case 'text': {
      const text = textOf(value.body)
      return text === undefined ? undefined : { type, text }
    }
    case 'button':
      return { type, text: textOf(value.text) ?? '', payload: wordOf(value.payload) }
    case 'interactive':
      return readInteractive(value)
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker':
      return { type, media: readMedia(value) }
    case 'location': {
      const latitude = numberOf(value.latitude)
      const longitude = numberOf(value.longitude)
      if (latitude === undefined || longitude === undefined) return undefined
      return { type, latitude, longitude, name: wordOf(value.name), address: wordOf(value.address) }
    }
    case 'reaction': {
      const wamid = wordOf(value.message_id)
      return wamid === undefined ? undefined : { type, wamid, emoji: wordOf(value.emoji) }
    }
    case 'order':
      return { type, order: value }
    case 'system':
      return {
        type,
        change: wordOf(value.type) ?? 'unknown',
        body: wordOf(value.body),
        newWaId: wordOf(value.wa_id) ?? wordOf(value.new_wa_id),
        newUserId: wordOf(value.user_id),
        newParentUserId: wordOf(value.parent_user_id),
        previousUserId: wordOf(value.previous_user_id) ?? idInBody(value.body),
      }
    default:
      return undefined
  }
}

/**
 * Older notices name the former id in their text alone: "User … changed from US.1 to US.2". Only the end counts, since
 * the person chooses the name before it.
 */
function idInBody(body: unknown): string | undefined {
  const match = / changed from ([A-Z]{2}\.\w+(?:\.\w+)?) to [A-Z]{2}\.\w+(?:\.\w+)?$/.exec(textOf(body) ?? '')
  return match?.[1]
}

function readInteractive(value: Json): IncomingContent | undefined {
  const reply = wordOf(value.type)
  if (reply === undefined) return undefined
  const answer = isObject(value[reply]) ? value[reply] : {}
  return {
    type: 'interactive',
    reply,
    id: wordOf(answer.id) ?? wordOf(answer.name),
    title: wordOf(answer.title) ?? wordOf(answer.body),
    description: wordOf(answer.description),
    responseJson: wordOf(answer.response_json),
  }
}

function readMedia(value: Json): IncomingMedia {
  return {
    id: wordOf(value.id),
    url: wordOf(value.url),
    mimeType: wordOf(value.mime_type),
    sha256: wordOf(value.sha256),
    caption: wordOf(value.caption),
    filename: wordOf(value.filename),
    voice: typeof value.voice === 'boolean' ? value.voice : undefined,
    animated: typeof value.animated === 'boolean' ? value.animated : undefined,
  }
}

/** A list, or (answering a request for contact details) an object around it. */
function readContacts(value: unknown): IncomingContent | undefined {
  if (Array.isArray(value)) {
    const requested = value.some((contact) => isObject(contact) && contact.origin === 'contact_request')
    return { type: 'contacts', contacts: value, requested }
  }
  if (!isObject(value) || !Array.isArray(value.contacts)) return undefined
  return { type: 'contacts', contacts: value.contacts, requested: value.origin === 'contact_request' }
}

function readReferral(referral: Json): Referral {
  return {
    sourceType: wordOf(referral.source_type),
    sourceId: wordOf(referral.source_id),
    sourceUrl: wordOf(referral.source_url),
    headline: wordOf(referral.headline),
    body: wordOf(referral.body),
    clickId: wordOf(referral.ctwa_clid),
    mediaType: wordOf(referral.media_type),
    mediaUrl: wordOf(referral.image_url) ?? wordOf(referral.video_url),
  }
}

function unreadable({ wabaId, entryAt }: Place, field: string, value: unknown): UnknownEvent {
  return { kind: 'unknown', wabaId, at: entryAt, field, value }
}
