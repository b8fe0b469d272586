import { createHash, randomBytes } from 'node:crypto'
import { emptySocialPosts, type SocialPosts } from './social-posts.ts'

export type Network = 'facebook' | 'instagram' | 'google' | 'linkedin'

/** A Facebook Page of a person; perhaps with an Instagram account linked to it. */
export type Page = {
  id: string
  name: string
  /** What the person may do there: CREATE_CONTENT is what publishing needs. */
  tasks: string[]
  followers: number
  published: boolean
  /** Reached only through a business portfolio: not in `/me/accounts`. */
  portfolio: string | null
  instagram: Instagram | null
}

export type Instagram = {
  id: string
  username: string
  name: string
  followers: number
  type: 'BUSINESS' | 'MEDIA_CREATOR' | 'PERSONAL'
}

export type Channel = { id: string; title: string; handle: string; subscribers: number }

/** A person who logs in; the same name gives the same person and the same accounts. */
type SocialPerson = {
  name: string
  id: string
  pages: Page[]
  /** For Instagram's own login. */
  instagram: Instagram
  channel: Channel | null
}

export type SocialToken = {
  value: string
  network: Network
  kind: 'short' | 'user' | 'page' | 'access' | 'refresh'
  person: string
  scopes: string[]
  /** What was ticked in Facebook's dialog; of a Page's token, that Page. */
  pageIds: string[]
  issuedAt: number
  /** 0: never. */
  expiresAt: number
  /** Why it is invalid; null: it is valid. For Facebook a subcode of 190. */
  deadBy: string | null
}

export type SocialCode = {
  value: string
  network: Network
  person: string
  redirectUri: string
  scopes: string[]
  pageIds: string[]
  challenge: string | null
  expiresAt: number
  used: boolean
}

/** The state of the social networks: people are created by name, tokens and codes when they are issued. */
export type SocialWorld = {
  people: Map<string, SocialPerson>
  tokens: Map<string, SocialToken>
  codes: Map<string, SocialCode>
  /** How often each network was asked for a new token by a refresh. */
  refreshes: Record<Network, number>
  /** What was published, and what is on its way there. */
  posts: SocialPosts
  /** Connections that were broken after a request was carried out. */
  cuts: number
  /** Requests to the networks' APIs. */
  requests: number
}

export const emptySocialWorld = (): SocialWorld => ({
  people: new Map(),
  tokens: new Map(),
  codes: new Map(),
  refreshes: { facebook: 0, instagram: 0, google: 0, linkedin: 0 },
  posts: emptySocialPosts(),
  cuts: 0,
  requests: 0,
})

/** Digits that follow from a text, so that the same name has the same ids after every start. */
const digitsOf = (text: string, length: number): string =>
  (createHash('sha256').update(text).digest().readBigUInt64BE() % 10n ** BigInt(length))
    .toString()
    .padStart(length, '0')

/**
 * The person of a name, with one Page that can be posted to, one reached through a portfolio and one that is
 * read-only. "no channel", "personal" and "one page" in a name change that.
 */
export function socialPerson(world: SocialWorld, given: string): SocialPerson {
  const name = given.trim() || 'Asha Rao'
  const key = name.toLowerCase()
  const known = world.people.get(key)
  if (known) return known
  const first = name.split(/\s+/)[0] ?? name
  const slug = key.replace(/[^a-z0-9]+/g, '')
  const instagram = (username: string, shown: string): Instagram => ({
    id: `1784${digitsOf(`instagram ${username}`, 13)}`,
    username,
    name: shown,
    followers: 2310,
    type: key.includes('personal') ? 'PERSONAL' : 'BUSINESS',
  })
  const page = (shown: string, more: Partial<Page> = {}): Page => ({
    id: `10${digitsOf(`page ${key} ${shown}`, 13)}`,
    name: shown,
    tasks: ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
    followers: 4120,
    published: true,
    portfolio: null,
    instagram: null,
    ...more,
  })
  const own = instagram(`${slug}.shop`, `${first}’s Shop`)
  const pages = [page(`${first}’s Shop`, { instagram: own })]
  if (!key.includes('one page')) {
    pages.push(
      page(`${first}’s Market Stall`, { portfolio: `20${digitsOf(`portfolio ${key}`, 13)}`, followers: 812 }),
      page(`${first}’s Old Club`, { tasks: ['ANALYZE'], followers: 95 }),
    )
  }
  const person: SocialPerson = {
    name,
    id: `10${digitsOf(key, 13)}`,
    pages,
    instagram: own,
    channel: key.includes('no channel')
      ? null
      : {
          id: `UC${createHash('sha256').update(key).digest('base64url').slice(0, 22)}`,
          title: `${first}’s Kitchen`,
          handle: `@${slug}`,
          subscribers: 1940,
        },
  }
  world.people.set(key, person)
  return person
}

const prefixes: Record<Network, string> = {
  facebook: 'EAA',
  instagram: 'IGA',
  google: 'ya29.',
  linkedin: 'AQX',
}

export function giveToken(
  world: SocialWorld,
  token: Omit<SocialToken, 'value' | 'issuedAt' | 'deadBy'>,
): SocialToken {
  const prefix = token.kind === 'refresh' && token.network === 'google' ? '1//' : prefixes[token.network]
  const given: SocialToken = {
    ...token,
    value: `${prefix}${randomBytes(60).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
    issuedAt: Date.now(),
    deadBy: null,
  }
  world.tokens.set(given.value, given)
  return given
}

export function giveCode(world: SocialWorld, code: Omit<SocialCode, 'value' | 'used'>): SocialCode {
  for (const old of world.codes.values())
    if (old.expiresAt < Date.now() - 3_600_000) world.codes.delete(old.value)
  const given: SocialCode = { ...code, value: randomBytes(48).toString('base64url'), used: false }
  world.codes.set(given.value, given)
  return given
}

/** Uses a code up. A text says why it is not taken. */
export function takeCode(
  world: SocialWorld,
  network: Network,
  given: { code: string; redirectUri: string; verifier?: string | undefined },
): SocialCode | 'unknown' | 'used' | 'expired' | 'redirect' | 'verifier' {
  const code = world.codes.get(given.code)
  if (!code || code.network !== network) return 'unknown'
  if (code.used) return 'used'
  if (code.expiresAt < Date.now()) return 'expired'
  if (code.redirectUri !== given.redirectUri) return 'redirect'
  if (code.challenge) {
    const challenge = createHash('sha256')
      .update(given.verifier ?? '')
      .digest('base64url')
    if (challenge !== code.challenge) return 'verifier'
  }
  code.used = true
  return code
}

/** The token of a text, with what is wrong with it. */
export function findToken(
  world: SocialWorld,
  network: Network,
  value: string | undefined,
): { token: SocialToken | undefined; dead: 'missing' | 'unknown' | 'expired' | 'killed' | null } {
  if (!value) return { token: undefined, dead: 'missing' }
  const token = world.tokens.get(value)
  if (!token || token.network !== network) return { token: undefined, dead: 'unknown' }
  if (token.deadBy !== null) return { token, dead: 'killed' }
  if (token.expiresAt !== 0 && token.expiresAt < Date.now()) return { token, dead: 'expired' }
  return { token, dead: null }
}

/** Kills what a person has given at a network: all tokens, or those of some kinds. */
export function killTokens(
  world: SocialWorld,
  network: Network,
  person: string,
  deadBy: string,
  kinds?: readonly SocialToken['kind'][],
): number {
  let killed = 0
  for (const token of world.tokens.values()) {
    if (token.network !== network || token.person.toLowerCase() !== person.toLowerCase()) continue
    if (kinds && !kinds.includes(token.kind)) continue
    token.deadBy = deadBy
    killed++
  }
  return killed
}
