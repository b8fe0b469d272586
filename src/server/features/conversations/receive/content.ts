import type { ChatKind } from '#contract/conversations.ts'
import type { IncomingContent } from '#server/providers/meta/webhooks/webhook-events.ts'

/** What of a message is kept beside its raw webhook: its kind, its text, and the rest by kind. */
export type Kept = { kind: ChatKind; text: string | null; content: Record<string, unknown> }

/** Reactions, taken-back and edited messages change another message. */
export type Change =
  | { change: 'reaction'; wamid: string; emoji: string | null }
  | { change: 'revoke'; wamid: string }
  /** Without text only the mark is new. */
  | { change: 'edit'; wamid: string; text: string | null }

/**
 * Every message is shown: a kind that is not known is kept with all it has.
 * @param from the number that the message came from.
 */
export function keptOf(content: IncomingContent, from?: string): Kept {
  switch (content.type) {
    case 'text':
      return { kind: 'text', text: content.text, content: {} }
    case 'button':
      return { kind: 'button', text: content.text, content: { payload: content.payload } }
    case 'interactive': {
      const { reply, id, title, description, responseJson } = content
      return {
        kind: 'interactive',
        text: title ?? null,
        content: { reply, id, description, response: responseJson },
      }
    }
    case 'image':
    case 'video':
    case 'audio':
    case 'document':
    case 'sticker': {
      const { id, mimeType, sha256, caption, filename, voice, animated } = content.media
      return {
        kind: content.type,
        text: caption ?? null,
        content: { media_id: id, mime: mimeType, sha256, file_name: filename, voice, animated },
      }
    }
    case 'location': {
      const { latitude, longitude, name, address } = content
      return {
        kind: 'location',
        text: name ?? address ?? null,
        content: { latitude, longitude, name, address },
      }
    }
    case 'contacts':
      return { kind: 'contacts', text: null, content: { contacts: content.contacts } }
    case 'order':
      return { kind: 'order', text: null, content: { order: content.order } }
    case 'system':
      return {
        kind: 'system',
        text: content.body ?? null,
        content: { change: content.change, old_number: from, new_number: content.newWaId },
      }
    case 'unsupported':
      return { kind: 'unsupported', text: null, content: { what: content.what } }
    case 'reaction':
      return { kind: 'unknown', text: content.emoji ?? null, content: { name: 'reaction' } }
    default:
      return { kind: 'unknown', text: null, content: { name: content.name, value: content.value } }
  }
}

/** Source: facts of webhooks §6. The kinds `revoke` and `edit` are not verified: read where they have this form. */
export function changeOf(content: IncomingContent): Change | undefined {
  if (content.type === 'reaction') {
    return { change: 'reaction', wamid: content.wamid, emoji: content.emoji ?? null }
  }
  if (content.type !== 'other' || (content.name !== 'revoke' && content.name !== 'edit')) return undefined
  const value = (content.value ?? {}) as Record<string, unknown>
  const wamid = [value.original_message_id, value.message_id, value.id].find((one) => typeof one === 'string')
  if (wamid === undefined) return undefined
  if (content.name === 'revoke') return { change: 'revoke', wamid }
  return { change: 'edit', wamid, text: editedText(value.message ?? value) }
}

type Edited = {
  [kind in 'text' | 'image' | 'video' | 'document']?: { body?: unknown; caption?: unknown }
} & { body?: unknown }

/** What was typed, or the caption of a file; null where the edit names neither. */
function editedText(message: unknown): string | null {
  const { text, image, video, document, body } = message as Edited
  const texts = [text?.body, body, image?.caption, video?.caption, document?.caption]
  return texts.find((one) => typeof one === 'string') ?? null
}
