import { userIdPattern } from '#contract/text/user-id.ts'
import { phoneVariants, spelledOnce } from '../phone/phone.ts'

/** What an event says about who somebody is, as the provider words it. */
type NamedPerson = {
  /** Digits without `+`. */
  waId?: string | undefined
  userId?: string | undefined
  parentUserId?: string | undefined
}

/** A person's addresses that are well-formed; everything else names nobody. */
export type Identity = {
  /** E.164. */
  phone: string | null
  /** WhatsApp's business-scoped user id. */
  bsuid: string | null
  /** The one that linked portfolios share. */
  parentBsuid?: string | null
}

const waIdPattern = /^[1-9]\d{6,14}$/

export function isUserId(text: string): boolean {
  return userIdPattern.test(text)
}

/** Any text may stand where an id is expected: what does not have its form counts as absent. */
export function readIdentity({ waId, userId, parentUserId }: NamedPerson): Identity {
  const bsuid = userId !== undefined && isUserId(userId) ? userId : null
  const parentBsuid = parentUserId !== undefined && isUserId(parentUserId) ? parentUserId : null
  return { phone: waId && waIdPattern.test(waId) ? `+${waId}` : null, bsuid, parentBsuid }
}

/** The addresses of an identity, the one that a message best goes to first. */
export function addressesOf({ phone, bsuid, parentBsuid }: Identity): string[] {
  return [...new Set([phone, bsuid, parentBsuid].filter((one) => one != null))]
}

/** Addresses with all spellings of the phones among them. */
export function withSpellings(addresses: readonly string[]): string[] {
  return [...new Set(addresses.flatMap(phoneVariants))]
}

export const isPhone = (address: string): boolean => address.startsWith('+')

/** How many different phones there are, whatever their spelling. */
export function countPhones(addresses: readonly string[]): number {
  const spelled = new Set(addresses.filter(isPhone).map(spelledOnce))
  return spelled.size
}
