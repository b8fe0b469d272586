import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max'
import { getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import mobiles from 'libphonenumber-js/mobile/examples'

/** A cell as a person typed it. `phones` are the numbers meant; none: undecidable. */
export type TypedPhone = { cell: string; country: CountryCode; phones: string[]; way: string }

/** Mulberry32: the same seed types the same phones. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Area codes of landlines, with the digits that follow; libphonenumber's examples are mobiles. */
const areas: Partial<Record<CountryCode, readonly (readonly [string, number])[]>> = {
  DE: [
    ['30', 7],
    ['30', 8],
    ['89', 7],
    ['221', 6],
    ['8161', 5],
    ['4231', 5],
    ['711', 7],
  ],
  AT: [
    ['1', 7],
    ['316', 6],
    ['662', 6],
    ['512', 6],
  ],
  CH: [
    ['44', 7],
    ['31', 7],
    ['22', 7],
  ],
  SE: [
    ['8', 7],
    ['31', 6],
    ['40', 6],
    ['18', 6],
  ],
  GB: [
    ['20', 8],
    ['161', 7],
    ['1865', 6],
  ],
  IN: [
    ['20', 8],
    ['22', 8],
    ['80', 8],
  ],
  BR: [
    ['11', 8],
    ['21', 8],
  ],
  FR: [
    ['1', 8],
    ['4', 8],
  ],
  IT: [
    ['06', 8],
    ['02', 8],
    ['051', 6],
  ],
  ES: [
    ['91', 7],
    ['93', 7],
  ],
  NL: [
    ['20', 7],
    ['10', 7],
  ],
  ID: [
    ['21', 8],
    ['361', 6],
  ],
  MX: [
    ['55', 8],
    ['33', 8],
  ],
  ZA: [
    ['11', 7],
    ['21', 7],
  ],
}

export const typedCountries: readonly CountryCode[] = [
  'DE',
  'AT',
  'CH',
  'SE',
  'GB',
  'IN',
  'BR',
  'FR',
  'IT',
  'ES',
  'NL',
  'ID',
  'MX',
  'ZA',
  'US',
  'NG',
  'KE',
  'AE',
  'SA',
  'PK',
  'BD',
  'PH',
  'MY',
  'AU',
  'PT',
  'PL',
  'TR',
  'AR',
  'CO',
  'EG',
  'DK',
  'NO',
  'FI',
  'BE',
]

/** A number of the country that exists, a mobile mostly. */
export function numberOf(country: CountryCode, random: () => number): PhoneNumber {
  const known = areas[country]
  for (;;) {
    const digits = (count: number): string =>
      Array.from({ length: count }, () => Math.floor(random() * 10)).join('')
    let text: string
    const area = known && random() < 0.35 ? known[Math.floor(random() * known.length)] : undefined
    const example = getExampleNumber(country, mobiles)
    if (!example) throw new Error(`no example of ${country}`)
    if (area) text = area[0] + digits(area[1])
    else {
      const { nationalNumber } = example
      const kept = Math.max(2, nationalNumber.length - 7)
      text = nationalNumber.slice(0, kept) + digits(nationalNumber.length - kept)
    }
    const parsed = parsePhoneNumberFromString(`+${example.countryCallingCode}${text}`)
    if (parsed?.isValid() && parsed.country === country && parsed.nationalNumber === text) return parsed
  }
}

type Way = (number: PhoneNumber, other: PhoneNumber, pick: <T>(from: readonly T[]) => T) => string | null

const national = (number: PhoneNumber): string => number.formatNational()
const international = (number: PhoneNumber): string => number.formatInternational()
/** Slashes part area and number in the German and Swedish way: the first group from the others. */
const slashed = (number: PhoneNumber): string => national(number).replace(/^\(?(\d+)\)?[ -]/, '$1/')
const either = (number: PhoneNumber, pick: <T>(from: readonly T[]) => T): string =>
  pick([national(number), international(number), number.number, slashed(number)])

const labels = [
  'Mobil:',
  'Tel.:',
  'Tel:',
  'Tel ',
  'Ph:',
  'Ph. ',
  'Mob',
  'Mob.',
  'Mobile:',
  'Mobile No:',
  'Phone:',
  'Handy:',
  'Cel.:',
  'Cel ',
  'Celular:',
  'WhatsApp:',
  'Whatsapp ',
  'WA:',
  'M:',
  'T:',
  'Contact no.:',
  'Ph No. ',
  'Telefon:',
  'Fone:',
  'Móvil:',
  'Portable:',
  'Tél. :',
  'HP:',
  'No HP: ',
  'Phone #',
  'Telefono: ',
  'Cell:',
]
const tails = [
  ' (WhatsApp)',
  ' (Mobil)',
  ' (mobile)',
  ' WhatsApp',
  ' (M)',
  ' (privat)',
  ' (Handy)',
  ' (home)',
  ' (cel)',
]
const betweens = [' / ', '/', '; ', ', ', ' & ', '\n', ' | ', ' ::: ', ' und ', ' or ', ' y ', ' and ']

export const ways: Record<string, Way> = {
  national: (number) => national(number),
  international: (number) => international(number),
  e164: ({ number }) => number,
  'two zeros': ({ number }) => `00${number.slice(1)}`,
  dashes: (number) =>
    national(number)
      .replace(/[ ()]+/g, '-')
      .replace(/^-|-$/g, ''),
  dots: (number) =>
    national(number)
      .replace(/[ ()-]+/g, '.')
      .replace(/^\.|\.$/g, ''),
  slash: (number) => slashed(number),
  'slash and spaces': (number) => slashed(number).replace('/', ' / '),
  'country code and slash': (number) => international(number).replace(/^(\+\d+ \d+)[ -]/, '$1/'),
  'two slashes': (number) => slashed(number).replace(/\/(\d{3})[ -]?(\d)/, '/$1/$2'),
  label: (number, _, pick) => `${pick(labels)}${pick(['', ' '])}${either(number, pick)}`,
  tail: (number, _, pick) => `${either(number, pick)}${pick(tails)}`,
  'label and tail': (number, _, pick) => `${pick(labels)} ${either(number, pick)}${pick(tails)}`,
  'zero in brackets': (number) => withZero(number),
  'label, zero in brackets': (number, _, pick) => {
    const text = withZero(number)
    return text && `${pick(labels)} ${text}`
  },
  'two numbers': (number, other, pick) => `${either(number, pick)}${pick(betweens)}${either(other, pick)}`,
  'two labelled': (number, other, pick) =>
    `${pick(labels)} ${either(number, pick)}${pick([' / ', ', ', '; ', ' ', '\n'])}${pick(labels)} ${either(other, pick)}`,
  link: ({ number }, _, pick) =>
    pick([
      `https://wa.me/${number.slice(1)}`,
      `wa.me/${number.slice(1)}`,
      `https://api.whatsapp.com/send?phone=${number.slice(1)}`,
      `api.whatsapp.com/send?phone=${number.slice(1)}&text=Hi`,
      `tel:${number}`,
    ]),
  'full width': (number) =>
    national(number).replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  'thin spaces': (number, _, pick) =>
    international(number).replaceAll(' ', pick(['\u2009', '\u202f', '\u00a0', '\u2007'])),
  quotes: ({ number }, _, pick) => pick([`="${number}"`, `'${number}`, `"${number}"`]),
  extension: (number, _, pick) =>
    `${international(number)}${pick([' ext. 12', ' ext 3', ' x12', ' Ext: 4'])}`,
}

/** `+49 (0) 171 …`: the zero that is dialled inside the country, or, where it is a part of the number, that zero. */
function withZero(number: PhoneNumber): string | null {
  const rest = international(number).replace(/^\+\d+[ -]/, '')
  const code = number.countryCallingCode
  const ownZero = number.nationalNumber.startsWith('0')
  const usesZero = national(number).replace(/\D/g, '') === `0${number.nationalNumber}`
  if (ownZero) return `+${code} (0)${rest.replace(/^0/, '')}`
  return usesZero ? `+${code} (0) ${rest}` : null
}

/** Cells of one country with what is meant by each. */
export function typedPhones(country: CountryCode, count: number, seed: number): TypedPhone[] {
  const random = randomOf(seed)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const found: TypedPhone[] = []
  while (found.length < count) {
    const way = pick(Object.keys(ways))
    const number = numberOf(country, random)
    const other = numberOf(country, random)
    const cell = ways[way]?.(number, other, pick)
    if (!cell) continue
    const both = way.startsWith('two ') && way !== 'two slashes' && way !== 'two zeros'
    found.push({ cell, country, way, phones: both ? [number.number, other.number] : [number.number] })
  }
  return found
}
