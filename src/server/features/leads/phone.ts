import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'
import { e164Pattern } from '#contract/e164.ts'
import { exists, isMobile } from './phone-plan.ts'

/** Why a text is not a number that a message can go to. */
export type PhoneProblem = 'empty' | 'rounded_by_excel' | 'not_a_number' | 'no_country' | 'not_valid'

export type PhoneReading = { phone: string } | { problem: PhoneProblem }

/** What is said about each problem; also the reason column of the rejects file. */
export const phoneProblemSentence: Record<PhoneProblem, string> = {
  empty: 'No phone number.',
  rounded_by_excel:
    'Excel has lost the last digits of this number. Format the column as text and export again.',
  not_a_number: 'This is not a phone number.',
  no_country: 'The country is missing: write the number with + and the country code.',
  not_valid: 'This number cannot exist: check its digits.',
}

/** Marks that are copied along from contact books and change nothing: direction marks, zero-width, soft hyphen. */
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Full-width, Arabic-Indic, Persian and Devanagari digits. */
const foreignDigits = /[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g
/** `9.19877E+11`, also with a decimal comma. */
const scientific = /^([+-]?)(\d)(?:[.,](\d+))?[eE]\+?(\d{1,2})$/
/** `919876543210.0`: a number column that went through a float. */
const floatTail = /^(\+?\d{7,15})[.,]0+$/
/** What stands between several numbers in one cell. Google Contacts writes `:::`. */
const between = /\s*(?::::|[;,/|\n\r]+)\s*/
/** Nothing to mend: most numbers of most files. */
const plainDigits = /^[1-9]\d{6,12}$/
const plainPlus = /^\+[1-9]\d{7,14}$/

/**
 * Reads a phone number as people, address books and spreadsheets write it.
 * Damage that Excel does is repaired where the number is certain and refused where it is not; a number in
 * national form is read with `country`; nothing is guessed.
 * @param country ISO 3166-1 alpha-2.
 */
export function readPhone(text: string, country: string): PhoneReading {
  if (plainPlus.test(text)) return readInternational(text)
  if (plainDigits.test(text)) return readNational(text, text, country)
  let rest = text.replace(invisible, '').trim()
  if (rest === '') return { problem: 'empty' }
  rest = rest.replace(foreignDigits, digitValue)
  // Spreadsheet tricks to keep a number a text: ="+91…", a leading apostrophe. `p:` is Facebook's lead export.
  rest = rest
    .replace(/^="?(.*?)"?$/, '$1')
    .replace(/^['’`"]+|["']+$/g, '')
    .replace(/^(?:tel|phone|mobile|mob|cell|whatsapp|wa|p|m)\s*[:.]\s*/i, '')
    .trim()
  rest = floatTail.exec(rest)?.[1] ?? rest
  const rounded = scientific.exec(rest)
  if (rounded) {
    const whole = unrounded(rounded)
    if (whole === undefined) return { problem: 'rounded_by_excel' }
    rest = whole
  }
  const digits = rest.replace(/\D/g, '')
  if (digits.length < 5) return { problem: digits.length === 0 ? 'not_a_number' : 'not_valid' }
  // Words with a few digits in them ("call after 10:30") are no number, however the digits may look.
  if (
    /[^\d\s+()\-./·•‐-―−\u00a0xX#*;,]/.test(rest.replace(/(?:ext|extn|extension|poste|ramal)\.?\s*\d+$/i, ''))
  ) {
    return { problem: 'not_a_number' }
  }
  const international = rest.startsWith('+') ? rest : rest.startsWith('00') ? `+${rest.slice(2)}` : undefined
  if (international !== undefined) return readInternational(international)
  return readNational(rest, digits, country)
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

/**
 * Reads a cell that may hold several numbers.
 * @returns all readable numbers in their order, or why there is none.
 */
export function readPhones(cell: string, country: string): { phones: string[] } | { problem: PhoneProblem } {
  const whole = readPhone(cell, country)
  if ('phone' in whole) return { phones: [whole.phone] }
  if (whole.problem === 'empty' || !between.test(cell.trim())) return whole
  const phones: string[] = []
  for (const part of cell.split(between)) {
    const reading = readPhone(part, country)
    if ('phone' in reading && !phones.includes(reading.phone)) phones.push(reading.phone)
  }
  return phones.length > 0 ? { phones } : whole
}

function readInternational(text: string): PhoneReading {
  const parsed = parsePhoneNumberFromString(text)
  if (!parsed) return { problem: 'not_valid' }
  if (exists(parsed)) return checked(parsed.number)
  const now = renumbered(parsed.number)
  return now === undefined ? { problem: 'not_valid' } : readInternational(now)
}

/** Mobile numbers in the form of before their country renumbered them; WhatsApp still shows many so. */
function renumbered(number: string): string | undefined {
  // Mexico dropped the 1 after +52 in 2019; Brazil had put a 9 before all mobile numbers by 2016.
  if (/^\+521\d{10}$/.test(number)) return `+52${number.slice(4)}`
  if (/^\+55\d\d[689]\d{7}$/.test(number)) return `${number.slice(0, 5)}9${number.slice(5)}`
  return undefined
}

function readNational(text: string, digits: string, country: string): PhoneReading {
  if (isSupportedCountry(country)) {
    const parsed = parsePhoneNumberFromString(text, country as CountryCode)
    if (parsed && exists(parsed)) return withoutItsPlus(parsed, digits)
    const now = parsed && renumbered(parsed.number)
    if (now !== undefined) return readInternational(now)
  }
  // An Indian mobile whose plus was stripped is told by its shape: 91, then ten digits from 6 up. No country's
  // national numbers look like that, and no other country is guessed.
  if (/^91[6-9]\d{9}$/.test(digits)) return readInternational(`+${digits}`)
  const foreign = digits.length >= 11 ? parsePhoneNumberFromString(`+${digits}`) : undefined
  return { problem: foreign && exists(foreign) ? 'no_country' : 'not_valid' }
}

/**
 * A number without a plus that begins with its own country's code may be a national one, or an international one whose
 * plus was stripped: in Germany `4915123456783` can be both. The one that is a mobile is meant; else nobody knows.
 */
function withoutItsPlus(national: PhoneNumber, digits: string): PhoneReading {
  if (national.nationalNumber !== digits || !digits.startsWith(national.countryCallingCode)) {
    return checked(national.number)
  }
  const whole = parsePhoneNumberFromString(`+${digits}`)
  if (!whole || !exists(whole)) return checked(national.number)
  if (isMobile(whole) === isMobile(national)) return { problem: 'no_country' }
  return checked(isMobile(whole) ? whole.number : national.number)
}

function checked(number: string): PhoneReading {
  return e164Pattern.test(number) ? { phone: number } : { problem: 'not_valid' }
}

function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = [0x660, 0x6f0, 0x966, 0xff10].findLast((start) => start <= code) ?? code
  return String(code - zero)
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

const spellings: readonly [RegExp, string][] = [
  [/^\+55(\d\d)9(\d{8})$/, '+55$1$2'],
  [/^\+55(\d\d)(?=[6-9]\d{7}$)/, '+55$19'],
  [/^\+521(\d{10})$/, '+52$1'],
  [/^\+52([2-9]\d{9})$/, '+521$1'],
  [/^\+549(\d{10})$/, '+54$1'],
  [/^\+54([1-8]\d{9})$/, '+549$1'],
]
