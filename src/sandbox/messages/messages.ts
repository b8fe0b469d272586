import { GraphError, isKnownCode } from '../graph/graph-errors.ts'
import { usageHeader } from '../graph/management-limits.ts'
import { matchTemplate } from '../templates/template-match.ts'
import type { Phone, Waba } from '../world/accounts.ts'
import { testPhoneDigits } from '../world/chats.ts'
import { type Fate, fateOf, ordinaryFate } from '../world/fates.ts'
import { type Sent, wamid } from '../world/ledger.ts'
import { isObject } from '../world/settings.ts'
import type { Template } from '../world/template-store.ts'
import { idsOf, isInUsa } from '../world/user-ids.ts'
import { happens, type Part, within } from '../world/world.ts'
import { type MessageRequest, messageRequest } from './message-shape.ts'

/** Answers a send request: correctly, late, garbled or not at all. */
export type Outcome =
  | { kind: 'answer'; body: string; delayMs: number }
  | { kind: 'page'; status: number; delayMs: number }
  | { kind: 'cut' }

/** What a message that is sent touches. */
type SendingParts = Part<
  | 'install'
  | 'settings'
  | 'faults'
  | 'accounts'
  | 'templates'
  | 'ledger'
  | 'limits'
  | 'statuses'
  | 'orders'
  | 'refusals'
  | 'userIdVersions'
>

/** `POST /{phone-number-id}/messages`, after the token and the number were found right. Throws refusals. */
export function sendMessage(
  world: SendingParts,
  phone: Phone,
  body: unknown,
  version: number,
  marketingOnly = false,
): Outcome {
  const now = Date.now()
  world.limits.request(phone, now)
  if (!isObject(body))
    throw new GraphError(100, { message: '(#100) The parameter messaging_product is required.' })
  if (body.status !== undefined) return markRead(world, body)
  const request = messageRequest(body)
  const waba = world.accounts.wabas.get(phone.wabaId)!
  checkNumber(waba, phone, request)
  const template = request.type === 'template' ? templateOf(world, waba, request, version) : null
  if (marketingOnly && template?.category !== 'MARKETING') throw new GraphError(134100)
  if (waba.marketingDisabled && !marketingOnly && template?.category === 'MARKETING')
    throw new GraphError(131063)

  const digits = world.statuses.digitsOf(request.to)
  if (request.to.includes('.')) checkUserId(world, phone, request.to, digits)
  const fate = fateFor(world, digits, template?.category === 'MARKETING')
  const refused = refusalNow(world, digits, fate)
  if (refused !== null) return refuse(world, waba, refused)
  if (fate.connection === 'cut-before' || happens(world.faults.cutBefore)) return cutOff(world)
  if (!world.limits.throughput(phone, now)) throw new GraphError(130429)
  if (!world.limits.pair(phone, digits, now)) throw new GraphError(131056)
  return accept(world, waba, phone, request, template, fate, digits, now)
}

/** A user id of another portfolio, or one that was replaced, has no recipient. */
function checkUserId(
  world: Part<'settings' | 'accounts' | 'userIdVersions'>,
  phone: Phone,
  id: string,
  digits: string,
) {
  const { userId, parentUserId } = idsOf(world, digits, phone)
  if (id !== userId && id !== parentUserId)
    throw new GraphError(131009, { details: 'Param recipient is not a user ID of this business portfolio.' })
}

/** What a test ordered for this number, or what its digits say. */
function fateFor(world: Part<'settings' | 'orders'>, digits: string, marketing: boolean): Fate {
  const ordered = world.orders.get(digits)
  if (digits === testPhoneDigits && !ordered) return ordinaryFate
  if (ordered) return ordered.marketingOnly && !marketing ? ordinaryFate : ordered
  return world.settings.fates ? fateOf(digits, marketing) : ordinaryFate
}

const mostMarks = 1_000

function markRead(world: Part<'ledger'>, body: Record<string, unknown>): Outcome {
  if (body.messaging_product !== 'whatsapp')
    throw new GraphError(100, { message: '(#100) The parameter messaging_product is required.' })
  if (body.status !== 'read') throw new GraphError(100, { details: 'Param status must be "read".' })
  if (typeof body.message_id !== 'string')
    throw new GraphError(131008, { details: 'Parameter message_id is required.' })
  const typing = body.typing_indicator
  if (typing !== undefined && !(isObject(typing) && typing.type === 'text'))
    throw new GraphError(100, { details: 'Param typing_indicator must be an object with the type "text".' })
  const marks = world.ledger.readMarks
  marks.push({ messageId: body.message_id, typing: typing !== undefined, at: Date.now() })
  if (marks.length > mostMarks) marks.shift()
  return { kind: 'answer', body: '{"success":true}', delayMs: 0 }
}

function checkNumber(waba: Waba, phone: Phone, request: MessageRequest) {
  if (phone.blockedBy !== null) throw new GraphError(phone.blockedBy)
  if (waba.blockedBy !== null) throw new GraphError(waba.blockedBy)
  if (!phone.registered) throw new GraphError(133010)
  if (request.to === phone.digits) throw new GraphError(131021)
}

function templateOf(
  world: Part<'templates'>,
  waba: Waba,
  request: MessageRequest,
  version: number,
): Template {
  const { name, language, components } = request.content
  if (typeof name !== 'string' || name === '')
    throw new GraphError(131008, { details: "Parameter template['name'] is required." })
  const code = isObject(language) ? language.code : undefined
  if (typeof code !== 'string')
    throw new GraphError(131008, { details: "Parameter template['language']['code'] is required." })
  const policy = isObject(language) ? language.policy : undefined
  if (policy !== undefined && policy !== 'deterministic')
    throw new GraphError(100, {
      details: "Param template['language']['policy'] must be one of {DETERMINISTIC}.",
    })
  const template = world.templates.find(waba.id, name, code)
  if (!template)
    throw new GraphError(132001, { details: `template name (${name}) does not exist in ${code}` })
  if (template.status === 'PAUSED') throw new GraphError(132015)
  if (template.status === 'DISABLED') throw new GraphError(132016)
  if (template.status !== 'APPROVED' && template.status !== 'PENDING_DELETION') {
    throw new GraphError(132001, { details: `template name (${name}) does not exist in ${code}` })
  }
  if (template.category === 'AUTHENTICATION' && request.to.includes('.')) throw new GraphError(131062)
  matchTemplate(template, components, version)
  return template
}

/** The code this request is refused with before anything else happens, by the person's fate or by a fault. */
function refusalNow(world: Part<'faults' | 'refusals'>, digits: string, fate: Fate): number | null {
  if (fate.refuse) {
    const { code, times } = fate.refuse
    if (times === undefined) return code
    const before = world.refusals.get(digits) ?? 0
    if (before < times) {
      world.refusals.set(digits, before + 1)
      return code
    }
  }
  for (const code in world.faults.refuse) {
    if (happens(world.faults.refuse[code]!)) return Number(code)
  }
  return null
}

/** The codes sent with a header that says when to retry. */
const usedUp = new Set([4, 613, 80007, 80008])

function refuse(world: Part<'faults'>, waba: Waba, code: number): Outcome {
  if (code >= 400 && code < 600 && !isKnownCode(code)) return { kind: 'page', status: code, delayMs: 0 }
  if (!usedUp.has(code)) throw new GraphError(code)
  throw new GraphError(code, { headers: usageHeader(waba, 100, world.faults.regainMinutes) })
}

function cutOff(world: Part<'ledger'>): Outcome {
  world.ledger.counts.cut++
  return { kind: 'cut' }
}

function accept(
  world: Part<
    'install' | 'settings' | 'faults' | 'accounts' | 'ledger' | 'limits' | 'statuses' | 'userIdVersions'
  >,
  waba: Waba,
  phone: Phone,
  request: MessageRequest,
  template: Template | null,
  given: Fate,
  digits: string,
  now: number,
): Outcome {
  const { settings, faults, ledger, limits } = world
  const open = limits.windowOpen(phone, digits, now)
  const category = template ? template.category.toLowerCase() : 'service'
  const sent: Sent = {
    number: ledger.next(),
    at: now,
    phone,
    to: digits,
    waId: given.rewritten ? rewritten(digits) : digits,
    callback: request.callback,
    type: request.type,
    template,
    category,
    free: open && category !== 'marketing' && category !== 'authentication',
    content: settings.keepContent ? (template ? request.content.components : request.content) : undefined,
    reported: [],
    failedWith: null,
  }
  limits.count(phone, now)
  ledger.add(sent)
  const fate = fateAfterAcceptance(world, waba, sent, given, open, now)
  const early = fate.early === true || happens(faults.statuses.early)
  world.statuses.plan(sent, fate, early)

  for (const code in faults.refuseAfter) {
    if (happens(faults.refuseAfter[code]!)) return refuse(world, waba, Number(code))
  }
  if (fate.connection === 'cut-after' || happens(faults.cutAfter)) return cutOff(world)
  if (fate.connection === 'garbled') return { kind: 'page', status: 502, delayMs: 0 }
  let delayMs = within(settings.delays.answer)
  if (fate.connection === 'slow') delayMs += 15_000
  else if (happens(faults.slow.share)) delayMs += within(faults.slow.ms)
  if (early) delayMs += 150
  return { kind: 'answer', body: acceptance(world, sent, request, fate), delayMs }
}

/** Limits and faults that show only after acceptance, as a `failed` status. */
function fateAfterAcceptance(
  world: Part<'faults' | 'accounts' | 'limits'>,
  waba: Waba,
  sent: Sent,
  fate: Fate,
  open: boolean,
  now: number,
): Fate {
  // Since April 2025 marketing to people in the USA is taken and then not delivered.
  if (sent.template?.category === 'MARKETING' && isInUsa(sent.to)) return failing(131049)
  if (!open) {
    if (sent.template === null) return failing(131047)
    const business = world.accounts.businesses.get(waba.businessId)!
    // Meta names no code for a used-up 24 h limit; 131048 is the one whose words fit.
    if (!world.limits.people(business, sent.to, now)) return failing(131048)
  }
  if (fate === ordinaryFate || fate.ending === '9') {
    for (const code in world.faults.fail) {
      if (happens(world.faults.fail[code]!)) return failing(Number(code))
    }
  }
  return fate
}

const failing = (code: number): Fate => ({ ending: '', what: '', steps: ['failed'], code })

/** Brazil writes mobile numbers with and without a 9, Mexico with and without a 1; others lose a digit here too. */
function rewritten(digits: string): string {
  if (digits.startsWith('55') && digits.length === 13) return digits.slice(0, 4) + digits.slice(5)
  if (digits.startsWith('521')) return `52${digits.slice(3)}`
  return `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`
}

function acceptance(
  world: Part<'install' | 'settings' | 'accounts' | 'userIdVersions'>,
  sent: Sent,
  request: MessageRequest,
  fate: Fate,
): string {
  const input = JSON.stringify(request.input)
  const waId = fate.hidden ? '' : `"wa_id":"${sent.waId}",`
  const status = sent.template
    ? `,"message_status":"${fate.held ? 'held_for_quality_assessment' : 'accepted'}"`
    : ''
  const ids = idsOf(world, sent.waId, sent.phone)
  const parent = ids.parentUserId ? `,"parent_user_id":"${ids.parentUserId}"` : ''
  return `{"messaging_product":"whatsapp","contacts":[{"input":${input},${waId}"user_id":"${ids.userId}"${parent}}],"messages":[{"id":"${wamid(world.install, sent.to, sent.number)}"${status}}]}`
}
