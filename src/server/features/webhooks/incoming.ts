import type { App } from '#server/app.ts'
import { type InboundEvent, meaningOf, optIn, optOut, recordInbound } from '#server/features/leads/leads.ts'
import type { IncomingMessageEvent, PreferenceEvent } from '#server/providers/meta/webhook-events.ts'
import type { Owned } from './owners.ts'

/**
 * People who wrote to a business: they become leads, their STOP and START is heeded.
 * @returns a sentence for each event: what it did.
 */
export async function applyMessages(
  app: App,
  events: readonly Owned<IncomingMessageEvent>[],
): Promise<string[]> {
  const read = events.map((event) => inboundOf(app, event))
  await recordInbound(
    app,
    read.filter((one) => typeof one !== 'string'),
  )
  return read.map((one) => (typeof one === 'string' ? one : inboundSentence(one)))
}

/** What a message tells about its sender; a sentence where it tells nothing. */
function inboundOf(app: App, event: Owned<IncomingMessageEvent>): InboundEvent | string {
  // What is said in a group is not said to the business, and what the system says is not said by the person.
  if (event.groupId || event.content.type === 'system')
    return 'Kept as it came; nothing of ours is concerned.'
  const phone = phoneOf(event.from)
  const bsuid = event.fromUserId ?? null
  if (!phone && !bsuid) return 'It does not say who wrote. Kept as it came.'
  return {
    businessId: event.businessId,
    phone,
    bsuid,
    name: event.profileName ?? null,
    ...whatWasSaid(event),
    wamid: event.messageId,
    replyTo: event.replyTo ?? null,
    phoneNumberId: event.phoneNumberId ?? null,
    at: timeOf(app, event),
  }
}

/** What they typed, the caption of a file, or the label of the button they pressed and what it stands for. */
function whatWasSaid({ content }: IncomingMessageEvent): Pick<InboundEvent, 'kind' | 'text' | 'payload'> {
  switch (content.type) {
    case 'text':
      return { kind: 'text', text: content.text }
    case 'button':
      return { kind: 'button', text: content.text || null, payload: content.payload ?? null }
    case 'interactive':
      return { kind: 'interactive', text: content.title ?? null, payload: content.id ?? null }
    case 'other':
      return { kind: content.name, text: null }
    case 'reaction':
      return { kind: 'reaction', text: content.emoji ?? null }
    default:
      return { kind: content.type, text: 'media' in content ? (content.media.caption ?? null) : null }
  }
}

function inboundSentence(event: InboundEvent): string {
  const who = event.phone ?? event.bsuid
  switch (meaningOf(event)) {
    case 'stop':
      return `Noted that ${who} wants no more messages.`
    case 'subscribe':
      return `Noted that ${who} wants messages again.`
    case 'doubtful':
    case 'start':
      return `Noted that ${who} wrote. What it means for their consent is asked back.`
    default:
      return `Noted that ${who} wrote.`
  }
}

/**
 * People who stopped or allowed advertising in WhatsApp itself (field `user_preferences`).
 * @returns a sentence for each event: what it did.
 */
export async function applyPreferences(
  app: App,
  events: readonly Owned<PreferenceEvent>[],
): Promise<string[]> {
  const told: string[] = []
  for (const event of events) told.push(await heed(app, event.businessId, event))
  return told
}

async function heed(app: App, businessId: number, event: PreferenceEvent): Promise<string> {
  const addresses = [phoneOf(event.waId), event.userId ?? null].filter((one) => one !== null)
  const who = addresses[0]
  if (who === undefined) return 'It does not say who. Kept as it came.'
  const reason = { source: 'whatsapp_preference', details: event.detail ?? null, at: timeOf(app, event) }
  switch (event.value.toLowerCase()) {
    case 'stop':
      await optOut(app, businessId, addresses, reason)
      return `Noted that ${who} stopped advertising.`
    case 'resume':
      await optIn(app, businessId, addresses, reason)
      return `Noted that ${who} allows advertising again.`
    default:
      return 'Kept as it came; nothing of ours is concerned.'
  }
}

/** E.164, of the digits that WhatsApp tells. */
function phoneOf(digits: string | undefined): string | null {
  return digits && /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null
}

/**
 * WhatsApp tells whole seconds: it was said at the end of one, or else a STOP in the second of an opt-in would seem
 * older. A clock ahead of ours must not outrank what the person says next.
 */
function timeOf(app: App, { at }: { at?: number }): Date {
  return new Date(Math.min((at ?? Number.POSITIVE_INFINITY) + 999, app.now().getTime()))
}
