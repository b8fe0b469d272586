import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Phone } from './accounts.ts'
import type { Part } from './world.ts'

const countries: readonly (readonly [prefix: string, country: string])[] = [
  ['91', 'IN'],
  ['44', 'GB'],
  ['49', 'DE'],
  ['33', 'FR'],
  ['34', 'ES'],
  ['52', 'MX'],
  ['55', 'BR'],
  ['62', 'ID'],
  ['971', 'AE'],
  ['966', 'SA'],
  ['234', 'NG'],
]

/** How a person is known to the business behind a number. */
type PersonIds = { userId: string; parentUserId?: string }

/** Countries share +1: only the large data tell them apart. */
const inNorthAmerica = (digits: string): string => parsePhoneNumberFromString(`+${digits}`)?.country ?? 'US'

/** Whether a number is of a place in the USA, which toll-free ones are not. */
export function isInUsa(digits: string): boolean {
  if (!digits.startsWith('1')) return false
  const number = parsePhoneNumberFromString(`+${digits}`)
  return number?.country === 'US' && number.getType() === 'FIXED_LINE_OR_MOBILE'
}

function countryOf(digits: string): string {
  if (digits.startsWith('1')) return inNorthAmerica(digits)
  for (const [prefix, code] of countries) if (digits.startsWith(prefix)) return code
  return 'ZZ'
}

/**
 * The business-scoped user id of a person: country, dot, which id of theirs it is, four digits of the portfolio, and
 * the number backwards, from which the sandbox can tell whom a message is for.
 */
export function userId(digits: string, businessId: string, version = 1): string {
  return `${countryOf(digits)}.${version}${businessId.slice(-4)}${backwards(digits)}`
}

/** One of all linked portfolios. */
export const parentUserId = (digits: string, version = 1): string =>
  `${countryOf(digits)}.ENT.${version}${backwards(digits)}`

/** The number that a user id belongs to. */
export function digitsInUserId(id: string): string {
  const [, kind, rest] = /^[A-Z]{2}\.(ENT\.)?(.*)$/.exec(id) ?? []
  return backwards((rest ?? '').slice(kind ? 1 : 5))
}

/** The user id that the business behind a number has for a person now. */
export function idsOf(
  world: Part<'settings' | 'accounts' | 'userIdVersions'>,
  digits: string,
  phone: Phone,
): PersonIds {
  const businessId = world.accounts.wabas.get(phone.wabaId)?.businessId ?? ''
  const version = world.userIdVersions.get(digits) ?? 1
  return {
    userId: userId(digits, businessId, version),
    ...(world.settings.parentUserIds && { parentUserId: parentUserId(digits, version) }),
  }
}

/** Gives a person other ids; messages to the former ones are refused from now on. */
export function renewIds(world: Part<'userIdVersions' | 'keep'>, digits: string) {
  world.userIdVersions.set(digits, ((world.userIdVersions.get(digits) ?? 1) % 9) + 1)
  world.keep()
}

const backwards = (digits: string): string => [...digits].reverse().join('')
