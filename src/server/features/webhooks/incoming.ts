import type { App } from '#server/app.ts'
import { awaitsAnswer } from '#server/features/chatbot/chatbot.ts'
import { optinsAmong, takeOptins } from '#server/features/growth/growth.ts'
import {
  addressesOf,
  applyIdentityChange,
  type InboundEvent,
  meaningOf,
  readIdentity,
  recordInbound,
  recordPreference,
} from '#server/features/leads/leads.ts'
import { t } from '#server/messages/t.ts'
import type { IncomingMessageEvent, PreferenceEvent } from '#server/providers/meta/webhooks/webhook-events.ts'
import type { Owned } from './payload/owners.ts'

/**
 * People who wrote to a business: they become leads, their STOP and START is heeded.
 * @returns a sentence for each event: what it did.
 */
export async function applyMessages(
  app: App,
  events: readonly Owned<IncomingMessageEvent>[],
): Promise<string[]> {
  const read = events.map((event) => inboundOf(app, event))
  await markAnswers(app, read)
  const said: string[] = []
  for (const [index, event] of events.entries()) {
    const one = read[index]!
    said.push(typeof one === 'string' ? await changeText(app, event, one) : await inboundText(one))
  }
  const inbound = read.filter((one) => typeof one !== 'string')
  await recordInbound(app, inbound)
  // People are leads by now, and their opt-outs are known.
  await takeOptins(
    app,
    inbound.filter(({ isOptin }) => isOptin),
  )
  return said
}

/** "Start" asks for messages, except where a flow of the chatbot or an opt-in form asked for it. */
async function markAnswers(app: App, read: readonly (InboundEvent | string)[]): Promise<void> {
  const optins = await optinsAmong(
    app,
    read.filter((one) => typeof one !== 'string'),
  )
  for (const one of read) {
    if (typeof one === 'string') continue
    one.isOptin = optins.has(one)
    if (!one.phoneNumberId || (await meaningOf(one)) !== 'start') continue
    const addresses = addressesOf(one)
    one.isAnswer = await awaitsAnswer(app, one.businessId, { phoneNumberId: one.phoneNumberId, addresses })
  }
}

/** WhatsApp's own notice that a person has a new number or user id; anything else stays as it was read. */
async function changeText(app: App, event: Owned<IncomingMessageEvent>, otherwise: string): Promise<string> {
  const { businessId, content } = event
  if (event.groupId || content.type !== 'system') return otherwise
  if (content.change !== 'user_changed_number' && content.change !== 'user_changed_user_id') return otherwise
  const before = readIdentity({
    waId: event.from,
    userId: content.previousUserId ?? event.fromUserId,
    parentUserId: event.fromParentUserId,
  })
  const now = readIdentity({
    waId: content.newWaId,
    userId: content.newUserId,
    parentUserId: content.newParentUserId,
  })
  const at = timeOf(app, event)
  if (!(await applyIdentityChange(app, { businessId, before, now, at }))) return otherwise
  return t('webhooks.did.newNumber', {
    before: addressesOf(before)[0] ?? '',
    now: addressesOf(now)[0] ?? '',
  })
}

/** What a message tells about its sender; a sentence where it tells nothing. */
function inboundOf(app: App, event: Owned<IncomingMessageEvent>): InboundEvent | string {
  // What is said in a group is not said to the business, and what the system says is not said by the person.
  if (event.groupId || event.content.type === 'system') return t('webhooks.did.nothing')
  const who = readIdentity({
    waId: event.from,
    userId: event.fromUserId,
    parentUserId: event.fromParentUserId,
  })
  if (addressesOf(who).length === 0) return t('webhooks.did.noSender')
  return {
    ...who,
    businessId: event.businessId,
    name: event.profileName ?? null,
    username: event.username ?? null,
    ...whatWasSaid(event),
    wamid: event.wamid,
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

async function inboundText(event: InboundEvent): Promise<string> {
  const [who = ''] = addressesOf(event)
  switch (await meaningOf(event)) {
    case 'stop':
      return t('webhooks.did.optedOut', { who })
    case 'subscribe':
      return t('webhooks.did.optedIn', { who })
    case 'doubtful':
    case 'start':
      return t('webhooks.did.asked', { who })
    default:
      return t('webhooks.did.wrote', { who })
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
  const results: string[] = []
  for (const event of events) results.push(await applyPreference(app, event.businessId, event))
  return results
}

async function applyPreference(app: App, businessId: number, event: PreferenceEvent): Promise<string> {
  const person = readIdentity({ waId: event.waId, userId: event.userId, parentUserId: event.parentUserId })
  const [who] = addressesOf(person)
  if (who === undefined) return t('webhooks.did.noPerson')
  const wish = event.value.toLowerCase()
  if (wish !== 'stop' && wish !== 'resume' && wish !== 'signup') {
    return t('webhooks.did.nothing')
  }
  const name = event.profileName ?? null
  const details = event.detail ?? null
  await recordPreference(app, { ...person, businessId, name, wish, details, at: timeOf(app, event) })
  return t(`webhooks.did.${wish}`, { who })
}

/**
 * WhatsApp tells whole seconds: it was said at the end of one, or else a STOP in the second of an opt-in would seem
 * older. A clock ahead of ours must not outrank what the person says next.
 */
function timeOf(app: App, { at }: { at?: number }): Date {
  return new Date(Math.min((at ?? Number.POSITIVE_INFINITY) + 999, app.now().getTime()))
}
