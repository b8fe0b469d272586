import { type RawBuilder, sql } from 'kysely'
import metadata from 'libphonenumber-js/max/metadata'
import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { e164Pattern } from '#contract/text/e164.ts'
import { exists, isMobile, writesItsZero } from './phone-plan.ts'
import { isNoPhone, linkedNumber, partsOf, plainText, splitsOf, withoutCarrier } from './typed-text.ts'

/** Why a text is not a number that a message can go to. */
export const phoneProblems = [
  'empty',
  'rounded_by_excel',
  'not_a_number',
  'no_country',
  'no_area_code',
  'other_country',
  'not_valid',
] as const
export type PhoneProblem = (typeof phoneProblems)[number]

/** `readings` are the numbers that were meant perhaps, in E.164. */
export type Unreadable = { problem: PhoneProblem; readings?: string[] }
/** One cell: the number to write to, and the others in it. */
export type PhoneReading = { phone: string; others: string[] } | Unreadable
type OneReading = { phone: string } | Unreadable

/** `9.19877E+11`, also with a decimal comma. */
const scientific = /^([+-]?)(\d)(?:[.,](\d+))?[eE]\+?(\d{1,2})$/
/** `919876543210.0`: a number column that went through a float. */
const floatTail = /^(\+?\d{7,15})[.,]0+$/
/** A few numbers with their labels; no longer text is searched for one. */
const longestCell = 400
/** Nothing to mend: most numbers of most files. */
const plainDigits = /^[1-9]\d{6,12}$/
const plainPlus = /^\+[1-9]\d{7,14}$/

/**
 * Reads a cell as people, address books and spreadsheets write it: one number or several. Damage that Excel does is
 * repaired where the number is certain; a number in national form is read with `country`; nothing is guessed.
 * @param country ISO 3166-1 alpha-2.
 * @param stated the row itself names this country, so a number of another one contradicts it.
 */
export function readPhone(cell: string, country: string, stated = false): PhoneReading {
  const reading = readPhones(cell, country, stated)
  if ('problem' in reading) return reading
  const [phone = '', ...others] = mobileFirst(reading.phones)
  return { phone, others }
}

/** Reads a cell. @returns all its numbers in their order, or why they cannot be read. */
export function readPhones(cell: string, country: string, stated = false): { phones: string[] } | Unreadable {
  const reading = readCell(cell, country)
  return stated && isSupportedCountry(country) ? matching(reading, country) : reading
}

function readCell(cell: string, country: string): { phones: string[] } | Unreadable {
  if (plainPlus.test(cell)) return asList(readInternational(cell))
  if (plainDigits.test(cell)) return asList(readNational(cell, country, true))
  if (cell.length > longestCell) return { problem: 'not_a_number' }
  const text = plainText(cell)
  if (text === '') return { problem: 'empty' }
  const link = linkedNumber(text)
  if (link !== undefined) return asList(readInternational(link))
  const damaged = floatTail.exec(text)?.[1] ?? text
  const rounded = scientific.exec(damaged)
  if (rounded) {
    const whole = unrounded(rounded)
    return whole === undefined ? { problem: 'rounded_by_excel' } : asList(readNational(whole, country, true))
  }
  const parts = partsOf(damaged)
  if (parts.length === 0) return { problem: 'not_a_number' }
  const phones: string[] = []
  for (const part of parts) {
    const reading = readPart(part, country)
    if ('problem' in reading) return reading
    for (const phone of reading.phones) if (!phones.includes(phone)) phones.push(phone)
  }
  return { phones }
}

function asList(reading: OneReading): { phones: string[] } | Unreadable {
  return 'phone' in reading ? { phones: [reading.phone] } : reading
}

/** One number with signs in it, or else several, each of them whole. */
function readPart(part: string, country: string): { phones: string[] } | Unreadable {
  const whole = readOne(part, country)
  if ('phone' in whole || whole.problem === 'not_a_number') return asList(whole)
  for (const pieces of splitsOf(part)) {
    const readings = pieces.map((piece) => readOne(piece, country))
    const phones = readings.flatMap((reading) => ('phone' in reading ? [reading.phone] : []))
    if (phones.length === pieces.length) return { phones }
  }
  return whole
}

/** `+49 (0) 171 …` or `49 (0) …`: the zero that is dialled inside the country. */
const withZero = /^\(?(?:\+|00)?\s*([1-9]\d{0,2})\)?[\s./-]*\(\s*0\s*\)[\s./-]*(?=\d)(.*)$/

function readOne(typed: string, country: string): OneReading {
  const text = country === 'BR' || typed.startsWith('+55') ? withoutCarrier(typed) : typed
  const digits = text.replace(/\D/g, '')
  // Words with a few digits in them ("call after 10:30") are no number, however the digits may look.
  if (/[^\d\s+()[\]\-./]/.test(text) || isNoPhone(text)) return { problem: 'not_a_number' }
  if (digits.length < 5) return { problem: digits.length === 0 ? 'not_a_number' : 'not_valid' }
  if (endsInAlternative(text, country)) return { problem: 'not_valid' }
  const [, code = '', rest = ''] = withZero.exec(text) ?? []
  if (code && callingCodes[code]) return readWithZero(code, rest.replace(/\D/g, ''))
  if (/\d[^\d]*\+/.test(text)) return { problem: 'not_valid' }
  const hasPlus = /^[\s()[\]]*\+/.test(text)
  if (hasPlus) return readInternational(`+${digits.replace(/^00/, '')}`)
  return digits.startsWith('00')
    ? readInternational(`+${digits.slice(2)}`)
    : readNational(digits, country, text === digits)
}

const callingCodes: Partial<Record<string, readonly CountryCode[]>> = metadata.country_calling_codes

/** `030 1234567/68`: a number is complete before the slash, and what follows replaces its last digits. */
function endsInAlternative(text: string, country: string): boolean {
  const [, before = '', after = ''] = /^(.*\d)\s*\/\s*(\d[\d -]*)$/.exec(text) ?? []
  if (!before || after.replace(/\D/g, '').length > 4) return false
  return before.replace(/\D/g, '').length >= 8 && 'phone' in readOne(before, country)
}

/** The zero in brackets is left out, but where numbers begin with a zero of their own, as Italy's landlines do. */
function readWithZero(code: string, rest: string): OneReading {
  const without = readInternational(`+${code}${rest}`)
  const [country] = callingCodes[code] ?? []
  const kept = parsePhoneNumberFromString(`+${code}0${rest}`)
  const isOwn = kept !== undefined && kept.nationalNumber === `0${rest}` && exists(kept)
  if (!isOwn || country === undefined) return without
  const whole = checked(kept.number)
  if (!('phone' in without) || !('phone' in whole)) return 'phone' in without ? without : whole
  return { problem: 'no_country', readings: [without.phone, whole.phone] }
}

function readInternational(text: string): OneReading {
  const parsed = parsePhoneNumberFromString(text)
  if (!parsed) return { problem: 'not_valid' }
  if (exists(parsed)) return checked(parsed.number)
  const now = renumbered(parsed.number)
  return now === undefined ? { problem: 'not_valid' } : readInternational(now)
}

/** Mobile numbers in the form of before their country renumbered them; WhatsApp still shows many so. */
function renumbered(number: string): string | undefined {
  // Mexico dropped the 1 after +52 and what was dialled before a number in 2019; Brazil had put a 9 before all mobile numbers by 2016.
  const [, mexican] = /^\+52(?:1|01|044|045)([2-9]\d{9})$/.exec(number) ?? []
  if (mexican !== undefined) return `+52${mexican}`
  if (/^\+55\d\d[689]\d{7}$/.test(number)) return `${number.slice(0, 5)}9${number.slice(5)}`
  return undefined
}

/** @param isPlain nothing but digits was written: a spreadsheet may have eaten a plus. */
function readNational(digits: string, country: string, isPlain: boolean): OneReading {
  let incomplete: string | undefined
  if (isSupportedCountry(country)) {
    const parsed = parsePhoneNumberFromString(digits, country)
    if (parsed && exists(parsed)) {
      const reading = withoutItsPlus(parsed, digits)
      if ('problem' in reading || reading.phone !== parsed.number) return reading
      const whole = isPlain && !isMobile(parsed) ? internationalOf(parsed, digits) : undefined
      if (whole !== undefined) return { problem: 'no_country', readings: [parsed.number, whole] }
      if (isComplete(parsed, digits)) return reading
      incomplete = parsed.number
    }
    const now = parsed && renumbered(parsed.number)
    if (now !== undefined) return readInternational(now)
  }
  // An Indian mobile whose plus was stripped is told by its shape: 91, then ten digits from 6 up. No country's
  // national numbers look like that, and no other country is guessed.
  if (/^91[6-9]\d{9}$/.test(digits)) return readInternational(`+${digits}`)
  const foreign = digits.length >= 11 ? parsePhoneNumberFromString(`+${digits}`) : undefined
  if (foreign && exists(foreign)) {
    const readings = [foreign.number, ...(incomplete ? [incomplete] : [])]
    return { problem: 'no_country', readings }
  }
  if (incomplete) return { problem: 'no_area_code', readings: [incomplete] }
  // The row names a country that is not known.
  return { problem: isSupportedCountry(country) ? 'not_valid' : 'no_country' }
}

/** The number of another country that the same digits are with a plus before them. */
function internationalOf(national: PhoneNumber, digits: string): string | undefined {
  if (national.nationalNumber !== digits) return undefined
  const whole = parsePhoneNumberFromString(`+${digits}`)
  return whole && exists(whole) ? whole.number : undefined
}

/** The most digits of a number that is dialled within a town. */
const longestLocal = 8

/**
 * Where people write a zero first and numbers are of many lengths (Germany, Sweden, Indonesia), a number without its
 * zero may be one of a town, or of another country. A mobile is told by its own digits.
 */
function isComplete(parsed: PhoneNumber, digits: string): boolean {
  if (parsed.nationalNumber !== digits || !writesItsZero(parsed)) return true
  return digits.length > longestLocal && (isMobile(parsed) || writesItsZero(parsed) === 'one length')
}

/**
 * A number without a plus that begins with its own country's code may be a national one, or an international one whose
 * plus was stripped: in Germany `4915123456783` can be both. The one that is a mobile is meant; else nobody knows.
 */
function withoutItsPlus(national: PhoneNumber, digits: string): OneReading {
  if (national.nationalNumber !== digits || !digits.startsWith(national.countryCallingCode)) {
    return checked(national.number)
  }
  const whole = parsePhoneNumberFromString(`+${digits}`)
  if (!whole || !exists(whole)) return checked(national.number)
  if (isMobile(whole) === isMobile(national)) {
    return { problem: 'no_country', readings: [whole.number, national.number] }
  }
  return checked(isMobile(whole) ? whole.number : national.number)
}

function checked(number: string): OneReading {
  return e164Pattern.test(number) ? { phone: number } : { problem: 'not_valid' }
}

/** A number of another country than its row names is not sent to: one of the two is wrong. */
function matching(
  reading: { phones: string[] } | Unreadable,
  country: CountryCode,
): { phones: string[] } | Unreadable {
  const code = metadata.countries[country]?.[0]
  const belongs = (phone: string): boolean => phone.startsWith(`+${code}`)
  if ('phones' in reading) {
    const foreign = reading.phones.filter((phone) => !belongs(phone))
    return foreign.length === 0 ? reading : { problem: 'other_country', readings: foreign }
  }
  const foreign = reading.readings?.some((phone) => !belongs(phone))
  return foreign ? { problem: 'other_country', readings: reading.readings } : reading
}

/** Numbers in E.164 with the first mobile before the others: hardly anybody has WhatsApp on a landline. */
export function mobileFirst(phones: string[]): string[] {
  if (phones.length < 2) return phones
  const at = phones.findIndex((phone) => {
    const parsed = parsePhoneNumberFromString(phone)
    return parsed !== undefined && isMobile(parsed)
  })
  return at > 0 ? [phones[at] ?? '', ...phones.toSpliced(at, 1)] : phones
}

/** The digits behind `9.1987654321E+11` when none are missing: the mantissa must carry every one of them. */
function unrounded([, sign, first, fraction = '', exponent]: RegExpExecArray): string | undefined {
  if (sign === '-' || Number(exponent) !== fraction.length) return undefined
  return `${first}${fraction}`
}

/**
 * The ways in which WhatsApp may write a number: Brazil with and without the ninth digit, Mexico with and
 * without the 1, Argentina with and without the 9. The first is the number itself.
 */
export function phoneVariants(phone: string): string[] {
  for (const [written, other] of spellings) {
    if (written.test(phone)) return [phone, phone.replace(written, other)]
  }
  return [phone]
}

/** The same for both ways of writing a number. */
export function spelledOnce(phone: string): string {
  const [, other = phone] = phoneVariants(phone)
  return other < phone ? other : phone
}

/** The other way in SQL; null for a number that has none. */
export const otherSpellingSql = (phone: RawBuilder<unknown>): RawBuilder<string | null> => {
  const cases = spellings.map(([written, other]) => {
    const [form, next] = [sql.lit(written.source), sql.lit(other.replaceAll('$', '\\'))]
    return sql`when ${phone} ~ ${form} then regexp_replace(${phone}, ${form}, ${next})`
  })
  return sql`case ${sql.join(cases, sql` `)} end`
}

/** Read by PostgreSQL as well: only what both understand. */
const spellings: readonly [RegExp, string][] = [
  [/^\+55(\d\d)9(\d{8})$/, '+55$1$2'],
  [/^\+55(\d\d)(?=[6-9]\d{7}$)/, '+55$19'],
  [/^\+521(\d{10})$/, '+52$1'],
  [/^\+52([2-9]\d{9})$/, '+521$1'],
  [/^\+549(\d{10})$/, '+54$1'],
  [/^\+54([1-8]\d{9})$/, '+549$1'],
]
