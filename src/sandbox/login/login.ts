import { createHash } from 'node:crypto'
import { partner } from '../world/account-events.ts'
import {
  type Business,
  type LoginCode,
  newId,
  newPhone,
  newWaba,
  type Person,
  type Phone,
  phonesOf,
  printedNumber,
  randomLetters,
  type Waba,
  whatsappScopes,
} from '../world/accounts.ts'
import { plantTemplates } from '../world/seed.ts'
import { type Part, within } from '../world/world.ts'

/** The fields of the login or signup page. */
export type LoginForm = {
  person: string
  /** `new`, or the id of an account to share. */
  waba: string
  businessName: string
  number: string
  /** The state the new number is left in. */
  numberState: 'verified' | 'unverified' | 'in_review' | 'none'
  coexistence: boolean
  granted: string[]
  declined: string[]
}

/** What is shared by a login: an account with its business, and perhaps a number. */
export type Shared = { person: Person; business: Business; waba: Waba; phone: Phone | null }

/** Codes of signups are valid this long; those of the redirect longer. */
const signupCodeMs = 30_000
const redirectCodeMs = 600_000

/** The person of a name; the same name is the same person each time. */
export function personNamed(world: Part<'accounts'>, name: string): Person {
  const clean = name.trim() || 'Asha Rao'
  const digest = createHash('sha256').update(clean.toLowerCase()).digest()
  const id = `10${String(digest.readBigUInt64BE() % 10n ** 13n).padStart(13, '0')}`
  let person = world.accounts.people.get(id)
  if (!person) {
    person = { id, name: clean, granted: [], declined: [] }
    world.accounts.people.set(id, person)
  }
  return person
}

/** The accounts a person may share: the seeded one, and those made by them before. */
export function accountsOf(
  world: Part<'accounts'>,
  person: Person,
): { waba: Waba; business: Business; phones: Phone[] }[] {
  const rows = []
  for (const waba of world.accounts.wabas.values()) {
    const business = world.accounts.businesses.get(waba.businessId)
    if (business && (business.personId === null || business.personId === person.id)) {
      rows.push({ waba, business, phones: phonesOf(world.accounts, waba.id) })
    }
  }
  return rows
}

/** Creates or finds what the form shares, shares it with the app, and sends the webhooks. */
export function share(
  world: Part<'settings' | 'accounts' | 'templates' | 'webhooks' | 'keep' | 'later'>,
  form: LoginForm,
  appId: string,
): Shared {
  const person = personNamed(world, form.person)
  const existing = accountsOf(world, person).find(({ waba }) => waba.id === form.waba)
  const shared = existing
    ? {
        person,
        business: existing.business,
        waba: existing.waba,
        phone:
          existing.phones.find(({ codeStatus }) => codeStatus === 'VERIFIED') ?? existing.phones[0] ?? null,
      }
    : makeAccount(world, form, person)
  if (!shared.waba.sharedWith.includes(appId)) shared.waba.sharedWith.push(appId)
  world.keep()
  world.later(within(world.settings.delays.account), () =>
    partner(world, shared.waba, 'PARTNER_ADDED', appId),
  )
  return shared
}

function makeAccount(world: Part<'accounts' | 'templates'>, form: LoginForm, person: Person): Shared {
  const name = form.businessName.trim() || `${person.name} Trading`
  const business: Business = {
    id: newId(),
    name,
    personId: person.id,
    verification: 'not_verified',
    tier: 'TIER_250',
    createdAt: Date.now(),
  }
  const waba = newWaba({ businessId: business.id, name })
  world.accounts.businesses.set(business.id, business)
  world.accounts.wabas.set(waba.id, waba)
  plantTemplates(world.templates, waba.id, Date.now())
  if (form.numberState === 'none') return { person, business, waba, phone: null }
  const digits = form.number.replace(/\D/g, '') || `1212555${newId(4)}`
  const countryCode = digits.startsWith('1') ? '1' : digits.slice(0, 2)
  const phone = newPhone({
    wabaId: waba.id,
    display: printedNumber(countryCode, digits.slice(countryCode.length)),
    countryCode,
    verifiedName: name,
    codeStatus: form.numberState === 'unverified' ? 'NOT_VERIFIED' : 'VERIFIED',
    nameStatus: form.numberState === 'in_review' ? 'PENDING_REVIEW' : 'APPROVED',
    onBusinessApp: form.coexistence,
    registered: form.coexistence,
    status: form.coexistence ? 'CONNECTED' : 'PENDING',
    quality: form.coexistence ? 'GREEN' : 'UNKNOWN',
  })
  world.accounts.phones.set(phone.id, phone)
  return { person, business, waba, phone }
}

/** A code for what was shared. `redirectUri` null: of the JavaScript SDK, good for 30 seconds. */
export function issueCode(
  world: Part<'accounts' | 'keep'>,
  appId: string,
  shared: Shared,
  form: LoginForm,
  how: { redirectUri: string | null; signup: boolean; expired: boolean },
): string {
  const code: LoginCode = {
    value: `AQ${randomLetters(180)}`,
    appId,
    personId: shared.person.id,
    redirectUri: how.redirectUri,
    scopes: form.granted,
    declined: form.declined,
    wabaIds: form.granted.some((scope) => whatsappScopes.includes(scope)) ? [shared.waba.id] : [],
    businessIds: [shared.business.id],
    kind: how.signup ? 'SYSTEM_USER' : 'USER',
    expiresAt: Date.now() + (how.expired ? -1 : how.signup ? signupCodeMs : redirectCodeMs),
    used: false,
  }
  for (const old of world.accounts.codes.values()) {
    if (old.expiresAt < Date.now() - redirectCodeMs) world.accounts.codes.delete(old.value)
  }
  world.accounts.codes.set(code.value, code)
  world.keep()
  return code.value
}
