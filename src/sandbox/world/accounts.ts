import { randomBytes, randomInt } from 'node:crypto'

/** A Meta app: who may call, and where its webhooks go. */
export type MetaApp = {
  id: string
  secret: string
  name: string
  callbackUrl: string | null
  verifyToken: string | null
  /** The callback answered the handshake; nothing is delivered before. */
  verified: boolean
  /** The webhook fields the app listens to. */
  fields: string[]
  /** The addresses the login may return to, exactly; null allows all. */
  redirectUris: string[] | null
}

type Tier = 'TIER_50' | 'TIER_250' | 'TIER_2K' | 'TIER_10K' | 'TIER_100K' | 'TIER_UNLIMITED' | 'TIER_NOT_SET'

/**
 * A business portfolio. `personId` is the person who created it at the login page; the seeded one is shared
 * by all.
 */
export type Business = {
  id: string
  name: string
  personId: string | null
  verification: 'verified' | 'not_verified' | 'pending'
  tier: Tier
  createdAt: number
}

/** A WhatsApp Business Account. */
export type Waba = {
  id: string
  businessId: string
  name: string
  currency: string
  timezoneId: string
  country: string
  review: 'APPROVED' | 'PENDING' | 'REJECTED'
  /** Set when the account cannot send: 131031 locked, 131042 payment, 368 policy … */
  blockedBy: number | null
  /** Cloud API refuses marketing (131063). */
  marketingDisabled: boolean
  /** Subscribed apps, each with its own callback if one was set. */
  subscriptions: { appId: string; overrideUri: string | null; verifyToken: string | null }[]
  /** Apps whose makers the account was shared with at a signup. */
  sharedWith: string[]
  createdAt: number
}

type ThroughputLevel = 'STANDARD' | 'HIGH' | 'NOT_APPLICABLE'

/** A business phone number. */
export type Phone = {
  id: string
  wabaId: string
  /** As people read it, with spaces. */
  display: string
  /** Digits only, country code first. */
  digits: string
  countryCode: string
  verifiedName: string
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'NA' | 'UNKNOWN'
  codeStatus: 'VERIFIED' | 'NOT_VERIFIED' | 'EXPIRED'
  nameStatus: 'APPROVED' | 'AVAILABLE_WITHOUT_REVIEW' | 'DECLINED' | 'EXPIRED' | 'PENDING_REVIEW' | 'NONE'
  status: string
  throughput: ThroughputLevel
  mode: 'LIVE' | 'SANDBOX'
  /** Also used in the WhatsApp Business app: 20 messages a second. */
  onBusinessApp: boolean
  registered: boolean
  pin: string | null
  /** When it was registered in the last 72 hours. */
  registrations: number[]
  /** The code that was sent by SMS or voice, until it is verified. */
  code: string | null
  wrongPins: number
  /** A code that every send answers while set: 131045, 131057 … */
  blockedBy: number | null
  createdAt: number
}

export type TokenKind = 'USER' | 'SYSTEM_USER' | 'APP'

/** An access token and what it may do. */
export type Token = {
  value: string
  kind: TokenKind
  appId: string
  personId: string
  scopes: string[]
  /** Accounts it was given; null means all of the businesses below. */
  wabaIds: string[] | null
  businessIds: string[]
  issuedAt: number
  /** 0 means never. */
  expiresAt: number
  /** Why it is dead, as Graph's subcode: 458 app removed, 460 password changed, 467 invalidated. */
  deadBy: number | null
}

/** What the login page hands over, good for one exchange. */
export type LoginCode = {
  value: string
  appId: string
  personId: string
  /** The address it was given for; null for the JavaScript SDK's codes, which are exchanged without one. */
  redirectUri: string | null
  scopes: string[]
  declined: string[]
  wabaIds: string[] | null
  businessIds: string[]
  kind: TokenKind
  expiresAt: number
  used: boolean
}

/** A person who signs in at the login page. */
export type Person = { id: string; name: string; granted: string[]; declined: string[] }

export type Media = {
  id: string
  phoneId: string
  mime: string
  bytes: number
  sha256: string
  createdAt: number
  /** How many of the next downloads break off in the middle. */
  cutOff?: number
}

export type Accounts = {
  apps: Map<string, MetaApp>
  businesses: Map<string, Business>
  wabas: Map<string, Waba>
  phones: Map<string, Phone>
  tokens: Map<string, Token>
  codes: Map<string, LoginCode>
  people: Map<string, Person>
  media: Map<string, Media>
}

export const whatsappScopes = ['whatsapp_business_management', 'whatsapp_business_messaging']

/** An id as Graph gives them: decimal digits, the first not zero. */
export function newId(digits = 15): string {
  let id = String(randomInt(1, 10))
  while (id.length < digits) id += randomInt(0, 10)
  return id
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A string of letters and digits as tokens and codes are made of. */
export function randomLetters(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += letters[byte % 62]
    }
  }
  return text
}

/** A new token's value; Meta's begin with EAA. */
export const newTokenValue = (): string => `EAA${randomLetters(181)}`

/** Unix time in seconds, as Graph gives it. */
export const seconds = (ms: number): number => Math.floor(ms / 1000)

/** True when the token may see this account. */
export function seesWaba(accounts: Accounts, token: Token, waba: Waba): boolean {
  if (token.wabaIds !== null) return token.wabaIds.includes(waba.id)
  if (token.businessIds.includes(waba.businessId)) return true
  // A provider's own system user works on the accounts that customers shared at a signup.
  const isProvider = token.businessIds.some((id) => accounts.businesses.get(id)?.personId === null)
  return token.kind === 'SYSTEM_USER' && isProvider && waba.sharedWith.includes(token.appId)
}

/** The accounts a token was given, the most recently made first, as debug_token lists them. */
export const wabasOf = (accounts: Accounts, token: Token): Waba[] =>
  [...accounts.wabas.values()]
    .filter((waba) => seesWaba(accounts, token, waba))
    .sort((a, b) => b.createdAt - a.createdAt)

/** The numbers of an account, oldest first. */
export const phonesOf = (accounts: Accounts, wabaId: string): Phone[] =>
  [...accounts.phones.values()].filter((phone) => phone.wabaId === wabaId)

/** Messages a second that a number may send and receive. */
export function throughputOf(phone: Phone): number {
  if (phone.onBusinessApp) return 20
  return phone.throughput === 'HIGH' ? 1000 : 80
}

/** Unique people a business may reach in 24 hours outside of service windows. */
export function peopleADay(tier: Tier): number {
  const limits: Record<Tier, number> = {
    TIER_50: 50,
    TIER_250: 250,
    TIER_2K: 2_000,
    TIER_10K: 10_000,
    TIER_100K: 100_000,
    TIER_UNLIMITED: Number.POSITIVE_INFINITY,
    TIER_NOT_SET: 250,
  }
  return limits[tier]
}

/** A number as Meta prints it: `+1 212-555-0142`, `+91 98123 45678`. */
export function printedNumber(countryCode: string, national: string): string {
  const [first, second, third] = [national.slice(0, 3), national.slice(3, 6), national.slice(6)]
  if (countryCode === '1' && national.length === 10) return `+1 ${first}-${second}-${third}`
  const middle = national.length > 7 ? Math.floor(national.length / 2) : national.length
  return `+${countryCode} ${national.slice(0, middle)} ${national.slice(middle)}`.trimEnd()
}

/** A number as made at the login page or added by a call, before it is verified and registered. */
export function newPhone(
  given: Pick<Phone, 'wabaId' | 'display' | 'countryCode' | 'verifiedName'> & Partial<Phone>,
): Phone {
  return {
    id: newId(),
    digits: given.display.replace(/\D/g, ''),
    quality: 'UNKNOWN',
    codeStatus: 'NOT_VERIFIED',
    nameStatus: 'AVAILABLE_WITHOUT_REVIEW',
    status: 'PENDING',
    throughput: 'STANDARD',
    mode: 'LIVE',
    onBusinessApp: false,
    registered: false,
    pin: null,
    registrations: [],
    code: null,
    wrongPins: 0,
    blockedBy: null,
    createdAt: Date.now(),
    ...given,
  }
}

export function newWaba(given: Pick<Waba, 'businessId' | 'name'> & Partial<Waba>): Waba {
  return {
    id: newId(),
    currency: 'USD',
    timezoneId: '71',
    country: 'IN',
    review: 'APPROVED',
    blockedBy: null,
    marketingDisabled: false,
    subscriptions: [],
    sharedWith: [],
    createdAt: Date.now(),
    ...given,
  }
}
