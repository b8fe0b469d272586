import { nameOf, prefer, receive, sendFile } from '../messages/replies.ts'
import {
  approve,
  changeCategory,
  changeQuality,
  detectCategory,
  disable,
  pause,
  reject,
  reportStatus,
  unpause,
} from '../templates/template-review.ts'
import { newTokenValue, type Phone, type Token, whatsappScopes } from '../world/accounts.ts'
import type { Preference } from '../world/fates.ts'
import { sandboxSeed } from '../world/seed.ts'
import type { Template } from '../world/template-store.ts'
import type { Part } from '../world/world.ts'

export type Inbound = {
  from: string
  phone_number_id?: string
  name?: string
  /** Names the person by business-scoped user id only. */
  hidden?: boolean
  text?: string
  preference?: Preference
  /** Any message as the webhook would carry it, with `type`. */
  message?: Record<string, unknown>
  /** A file that the person sends; `data` is base64. */
  file?: { mime: string; data: string; caption?: string; name?: string; voice?: boolean }
}

export type TemplateEvent = {
  id?: string
  name?: string
  language?: string
  waba_id?: string
  event:
    | 'APPROVE'
    | 'REJECT'
    | 'PAUSE'
    | 'PACING_PAUSE'
    | 'UNPAUSE'
    | 'DISABLE'
    | 'FLAG'
    | 'QUALITY'
    | 'CATEGORY'
    | 'CATEGORY_SOON'
    | 'DETECT'
    | 'AUTO_GENERATED'
    | 'DELETE'
  reason?: string
  quality?: Template['quality']
  category?: string
}

export type TokenChange = {
  value?: string
  kind?: Token['kind']
  scopes?: string[]
  waba_ids?: string[] | null
  expires_in_seconds?: number
  /** Graph's subcode of its death (460 password changed, 458 app removed …), or null to revive it. */
  dead?: number | null
}

/** The number, or a sentence that says there is none. */
export function phoneOf(world: Part<'accounts'>, id: string): Phone {
  const phone = world.accounts.phones.get(id)
  if (!phone) throw new Error(`There is no phone number ${id}. GET /sandbox/state lists them.`)
  return phone
}

/** A person writes. */
export function inbound(
  world: Part<
    | 'install'
    | 'settings'
    | 'accounts'
    | 'limits'
    | 'webhooks'
    | 'orders'
    | 'userIdVersions'
    | 'url'
    | 'files'
    | 'chats'
  >,
  message: Inbound,
): string {
  const phone = phoneOf(world, message.phone_number_id ?? sandboxSeed.phone.id)
  const digits = String(message.from ?? '').replace(/\D/g, '')
  if (digits.length < 5) throw new Error("'from' must be a phone number.")
  const writer = { digits, name: message.name ?? nameOf(digits), hidden: message.hidden === true }
  if (message.preference) {
    prefer(world, phone, writer, message.preference)
    return ''
  }
  if (message.file) {
    const { data, ...file } = message.file
    return sendFile(world, phone, writer, { ...file, bytes: Buffer.from(data, 'base64') })
  }
  const content = message.message ?? { type: 'text', text: { body: message.text ?? 'Hello' } }
  return receive(world, phone, writer, content)
}

/** Changes that Meta makes to a template. */
export function templateEvent(world: Part<'templates' | 'webhooks' | 'keep'>, event: TemplateEvent) {
  const template = templateNamed(world, event)
  switch (event.event) {
    case 'APPROVE':
      return approve(world, template)
    case 'REJECT':
      return reject(world, template, event.reason ?? 'INVALID_FORMAT')
    case 'PAUSE':
      return pause(world, template)
    case 'PACING_PAUSE':
      return pause(world, template, true)
    case 'UNPAUSE':
      return unpause(world, template)
    case 'DISABLE':
      return disable(world, template)
    case 'FLAG':
      return reportStatus(world, template, 'FLAGGED', event.reason ?? 'NONE')
    case 'QUALITY':
      return changeQuality(world, template, event.quality ?? 'RED')
    case 'CATEGORY':
      return changeCategory(world, template, event.category ?? 'MARKETING', false)
    case 'CATEGORY_SOON':
      return changeCategory(world, template, event.category ?? 'MARKETING', true)
    case 'DETECT':
      return detectCategory(world, template, event.category ?? 'MARKETING')
    case 'AUTO_GENERATED':
      template.source = 'AUTO_GENERATED'
      return world.keep()
    case 'DELETE':
      world.templates.remove(template)
      return reportStatus(world, template, 'DELETED', null)
    default:
      throw new Error(`There is no template event ${String(event.event)}. docs/sandbox.md lists them.`)
  }
}

function templateNamed(world: Part<'templates'>, { id, name, language, waba_id }: TemplateEvent): Template {
  const found = id
    ? world.templates.byId.get(id)
    : [...world.templates.byId.values()].find(
        (template) =>
          template.name === name &&
          (language === undefined || template.language === language) &&
          (waba_id === undefined || template.wabaId === waba_id),
      )
  if (!found) throw new Error(`There is no template ${id ?? name ?? ''}.`)
  return found
}

/** Makes a token or changes one. */
export function changeToken(world: Part<'accounts' | 'keep'>, change: TokenChange): string {
  const known = change.value === undefined ? undefined : world.accounts.tokens.get(change.value)
  const token: Token = known ?? {
    value: change.value ?? newTokenValue(),
    kind: change.kind ?? 'SYSTEM_USER',
    appId: sandboxSeed.app.id,
    personId: sandboxSeed.systemUserId,
    scopes: ['business_management', ...whatsappScopes],
    wabaIds: null,
    businessIds: [sandboxSeed.business.id],
    issuedAt: Date.now(),
    expiresAt: 0,
    deadBy: null,
  }
  if (change.kind) token.kind = change.kind
  if (change.scopes) token.scopes = change.scopes
  if (change.waba_ids !== undefined) token.wabaIds = change.waba_ids
  if (change.expires_in_seconds !== undefined) token.expiresAt = Date.now() + change.expires_in_seconds * 1000
  if (change.dead !== undefined) token.deadBy = change.dead
  world.accounts.tokens.set(token.value, token)
  world.keep()
  return token.value
}
