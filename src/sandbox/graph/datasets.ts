import type { HeldEvent } from '../world/dataset-events.ts'
import { sandboxSeed } from '../world/seed.ts'
import { type Answer, type Exchange, jsonParam } from './exchange.ts'
import { GraphError, unknownObject } from './graph-errors.ts'

type Given = {
  event_name?: unknown
  event_time?: unknown
  event_id?: unknown
  action_source?: unknown
  messaging_channel?: unknown
  user_data?: { ctwa_clid?: unknown; whatsapp_business_account_id?: unknown }
  custom_data?: { value?: unknown; currency?: unknown }
}

const names = ['Purchase', 'LeadSubmitted', 'InitiateCheckout', 'AddToCart', 'ViewContent', 'OrderCreated']
const weekSeconds = 7 * 86_400

const refuse = (message: string, title: string, text: string): GraphError =>
  new GraphError(100, { message, subcode: 2804003, userTitle: title, userMessage: text })

/** `POST /{dataset}/events`: one wrong event refuses all of the call, as at Meta. */
export function receiveEvents(x: Exchange<'accounts' | 'datasetEvents' | 'refusals'>): Answer {
  if (x.method !== 'POST') throw unknownObject(sandboxSeed.dataset.id, x.method.toLowerCase())
  if (x.token?.kind !== 'SYSTEM_USER' && !x.token?.scopes.includes('whatsapp_business_manage_events'))
    throw new GraphError(200, { message: '(#200) Missing permission: whatsapp_business_manage_events.' })
  const data = jsonParam(x, 'data')
  if (!Array.isArray(data) || data.length === 0 || data.length > 1000)
    throw refuse('Invalid parameter', 'No events', 'Send between 1 and 1,000 events.')
  const events = (data as Given[]).map((given) => read(x, given))
  for (const { clickId, eventId } of events) failOnce(x, clickId, eventId)
  for (const event of events) x.world.datasetEvents.set(`${event.name} ${event.eventId}`, event)
  return { body: { events_received: events.length, messages: [], fbtrace_id: 'Atidings' } }
}

/** An event of a click that begins with `busy` is taken at the second try. */
function failOnce(x: Exchange<'refusals'>, clickId: string, eventId: string): void {
  const before = x.world.refusals.get(eventId) ?? 0
  if (!clickId.startsWith('busy') || before > 0) return
  x.world.refusals.set(eventId, before + 1)
  throw new GraphError(2)
}

function read(x: Exchange<'accounts'>, given: Given): HeldEvent {
  const name = String(given.event_name)
  if (!names.includes(name))
    throw refuse('Invalid parameter', 'Event name not allowed', `${name} is no event of messaging.`)
  const time = Number(given.event_time)
  const now = Date.now() / 1000
  if (!(time <= now + 60))
    throw refuse('Invalid parameter', 'Event Timestamp Too Far', 'The event is in the future.')
  if (time < now - weekSeconds)
    throw refuse('Invalid parameter', 'Event Timestamp Too Old', 'Send events within 7 days.')
  if (given.action_source !== 'business_messaging' || given.messaging_channel !== 'whatsapp')
    throw refuse('Invalid parameter', 'Wrong source', 'Set action_source and messaging_channel.')
  const clickId = given.user_data?.ctwa_clid
  // A click that the sandbox calls unknown: tests and people try the refusal with it.
  if (typeof clickId !== 'string' || clickId === '' || clickId.startsWith('unknown'))
    throw refuse('Invalid parameter', 'Invalid ctwa_clid', 'The click is not known to Meta.')
  const waba = given.user_data?.whatsapp_business_account_id
  if (!x.world.accounts.wabas.has(String(waba)))
    throw refuse('Invalid parameter', 'Wrong account', 'The WhatsApp account is not linked to this dataset.')
  const { value, currency } = given.custom_data ?? {}
  if (name === 'Purchase' && (typeof value !== 'number' || typeof currency !== 'string'))
    throw refuse('Invalid parameter', 'Missing value', 'A purchase needs value and currency.')
  return {
    name,
    eventId: String(given.event_id),
    time,
    clickId,
    value: typeof value === 'number' ? value : null,
    currency: typeof currency === 'string' ? currency : null,
  }
}
