import { type Clock, clockOf } from './clock-of.ts'

/** Spellings beside those of `Intl`. */
const otherNames: readonly (readonly [string, number])[] = [
  ...([
    ['maerz', 3],
    ['mrz', 3],
    ['ags', 8],
    ['sep', 9],
    ['des', 12],
    ['desember', 12],
  ] as const),
  ...([
    ['सितम्बर', 9],
    ['अक्तूबर', 10],
    ['नवम्बर', 11],
    ['दिसम्बर', 12],
  ] as const),
]
/** The months of Syria and Iraq, of Morocco and of Algeria are other words than Egypt's. */
const locales = [
  ...['en', 'en-GB', 'hi', 'es', 'pt', 'fr', 'de', 'de-AT', 'it', 'id'],
  ...['ar-EG', 'ar-SY', 'ar-MA', 'ar-DZ'],
]

let monthNumbers: Map<string, number> | undefined

function monthNumber(name: string): number | undefined {
  monthNumbers ??= new Map([
    ...locales.flatMap((locale) => (['long', 'short'] as const).flatMap((month) => monthsOf(locale, month))),
    ...otherNames.map(([name, month]) => [plainMonth(name), month] as const),
  ])
  return monthNumbers.get(plainMonth(name))
}

function monthsOf(locale: string, month: 'long' | 'short'): (readonly [string, number])[] {
  const format = new Intl.DateTimeFormat(locale, { month, calendar: 'gregory', timeZone: 'UTC' })
  return Array.from(
    { length: 12 },
    (_, at) => [plainMonth(format.format(Date.UTC(2026, at, 5))), at + 1] as const,
  )
}

function plainMonth(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u0653-\u0655.॰]/g, '')
    .toLowerCase()
}

const time = String.raw`(?:[T,\s]+(?:um |a las |às |à )?(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap]\.?\s?m\.?)?\s*(Z|(?:UTC|GMT)?[+-]\d{2}:?\d{2}|UTC|GMT)?)?`
const yearFirst = new RegExp(String.raw`(?<!\d)(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?!\d)${time}`, 'iu')
const yearLast = new RegExp(
  String.raw`(?<!\d)(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?![\d.])${time}`,
  'iu',
)
const month = String.raw`(\p{L}[\p{L}\p{M}]{1,11}(?: (?:الأول|الثاني))?)[.॰]?`
const dayMonth = new RegExp(
  String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[-/ ]*(?:de |of )?${month},?[-/ ]*(?:de |del )?(\d{4}|\d{2})(?!\d)${time}`,
  'iu',
)
const monthDay = new RegExp(
  String.raw`${month}[-/ ]+(\d{1,2})(?:st|nd|rd|th)?,?[-/ ]+(\d{4})(?!\d)${time}`,
  'iu',
)
const compact = /^(\d{4})(\d{2})(\d{2})$/

/** Where dates are written month first. */
const monthFirstCountries = new Set(['US', 'PH', 'PR', 'GU', 'AS', 'MP', 'VI', 'MH', 'FM', 'PW'])
/** Excel counts days since the end of 1899. */
const excelDayZero = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000
const earliest = Date.UTC(1990, 0, 1)

/**
 * The moment that a cell names, as ISO: a date in the usual forms, with or without a time, an Excel serial number or
 * seconds since 1970. `03/08/2026` is read in the country's order, unless one of its parts can be no month. Null: none,
 * or a day that does not exist or is yet to come. What names no zone is read by the clock of `zone`.
 */
export function readDate(cell: string, country: string, zone = 'UTC'): string | null {
  const text = cell
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    // Marks of direction stand between the digits of Arabic dates.
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/،/g, ',')
    .replace(/(?<=\d) ([صم])$/u, (_, half) => (half === 'م' ? ' pm' : ' am'))
    .trim()
  const clock = clockOf(zone)
  const found = numberDate(text, clock) ?? writtenDate(text, monthFirstCountries.has(country), clock)
  if (found === null) return null
  const now = Date.now()
  // By a clock ahead of ours it may be later than now; what the person says from now on comes after it all the same.
  return found >= earliest && found < now + dayMs ? new Date(Math.min(found, now)).toISOString() : null
}

/** Digits of any script: each script's ten stand in order, and Unicode begins them at a multiple of 16 or at 6 behind one. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  if (code < 0x80) return code - 0x30
  let zero = code
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--
  return code - zero
}

function numberDate(text: string, clock: Clock): number | null {
  if (!/^\d+(?:[.,]\d+)?$/.test(text)) return null
  const parts = compact.exec(text)
  if (parts) return at(day(Number(parts[1]), Number(parts[2]), Number(parts[3])), [], clock)
  const number = Number(text.replace(',', '.'))
  if (number >= 32_874 && number < 80_000)
    return clock(Math.round((excelDayZero + number * dayMs) / 1000) * 1000)
  if (/^\d{10}$/.test(text)) return number * 1000
  return /^\d{13}$/.test(text) ? number : null
}

function writtenDate(text: string, monthFirst: boolean, clock: Clock): number | null {
  const iso = yearFirst.exec(text)
  if (iso) return at(day(Number(iso[1]), Number(iso[2]), Number(iso[3])), iso.slice(4), clock)
  const named = dayMonth.exec(text)
  const inWords = named && monthNumber(named[2] ?? '')
  if (named && inWords) return at(day(yearOf(named[3]), inWords, Number(named[1])), named.slice(4), clock)
  const english = monthDay.exec(text)
  const first = english && monthNumber(english[1] ?? '')
  if (english && first) return at(day(yearOf(english[3]), first, Number(english[2])), english.slice(4), clock)
  const local = yearLast.exec(text)
  if (!local) return null
  const [a, b] = [Number(local[1]), Number(local[2])]
  const isMonthFirst = a > 12 ? false : b > 12 ? true : monthFirst
  return at(day(yearOf(local[3]), isMonthFirst ? a : b, isMonthFirst ? b : a), local.slice(4), clock)
}

function yearOf(text = ''): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

/** Midnight of a day that exists. */
function day(year: number, month: number, date: number): number | null {
  const moment = new Date(Date.UTC(year, month - 1, date))
  return moment.getUTCMonth() === month - 1 && moment.getUTCDate() === date ? moment.getTime() : null
}

function at(
  midnight: number | null,
  [hours, minutes, seconds, half, zone]: (string | undefined)[],
  clock: Clock,
): number | null {
  if (midnight === null) return null
  if (hours === undefined) return clock(midnight)
  const isAfternoon = half?.toLowerCase().startsWith('p')
  const hour = half ? (Number(hours) % 12) + (isAfternoon ? 12 : 0) : Number(hours)
  if (hour > 23 || Number(minutes) > 59) return clock(midnight)
  const moment = midnight + ((hour * 60 + Number(minutes)) * 60 + Number(seconds ?? 0)) * 1000
  if (zone === undefined) return clock(moment)
  const offset = /([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (!offset) return moment
  const shift = (Number(offset[2]) * 60 + Number(offset[3])) * 60_000
  return offset[1] === '+' ? moment - shift : moment + shift
}
