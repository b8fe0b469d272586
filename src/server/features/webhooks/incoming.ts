import type { App } from '#server/app.ts'
import { consentWord, type InboundEvent, optIn, optOut, recordInbound } from '#server/features/leads/leads.ts'
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
    text: textOf(event),
    at: timeOf(app, event),
  }
}

/** What they typed, or the label of the button they pressed. */
function textOf({ content }: IncomingMessageEvent): string | null {
  if (content.type === 'text') return content.text
  if (content.type === 'button') return content.text || content.payload || null
  return content.type === 'interactive' ? (content.title ?? null) : null
}

function inboundSentence({ phone, bsuid, text }: InboundEvent): string {
  const who = phone ?? bsuid
  const word = text === null ? undefined : consentWord(text)
  if (!word) return `Noted that ${who} wrote.`
  return word === 'stop'
    ? `Noted that ${who} wants no more messages.`
    : `Noted that ${who} wants messages again.`
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
