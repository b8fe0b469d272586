import { currentLanguage, currentLocale, testLanguage } from '#contract/messages/language.ts'
import { dateFormat } from '#contract/text/formats.ts'
import { t } from '../messages/t.ts'

/** Times are printed in the reader's language with a 24 h clock, and always with their zone. An instant is ISO 8601 or a Date. */
type InstantLike = string | number | Date

function partsOf(
  instant: InstantLike,
  zone: string,
  month: 'short' | '2-digit' = 'short',
): Record<string, string> | null {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return null
  const language = currentLanguage()
  const format = dateFormat(language === testLanguage ? 'en' : language, {
    numberingSystem: 'latn',
    timeZone: zone,
    weekday: 'short',
    day: '2-digit',
    month,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
  })
  return Object.fromEntries(format.formatToParts(date).map((part) => [part.type, part.value]))
}

/** Browsers still give some zones the names of before; people look for today's (IANA's `backward` file). */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** A zone by today's name. */
const zoneName = (zone: string): string => renamedZones[zone] ?? zone

/** A device that travels changes its zone while a page is open; to ask with each time that is shown takes long. */
const askedAgainMs = 10_000
let asked = { zone: 'UTC', until: 0 }

/** The zone of this browser, e.g. `Asia/Kolkata`. */
export function browserZone(): string {
  const now = performance.now()
  if (now >= asked.until) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    asked = { zone: zoneName(timeZone || 'UTC'), until: now + askedAgainMs }
  }
  return asked.zone
}

/** The zones to choose from; `present` is among them in any case. */
export function zoneChoices(present?: string): string[] {
  const zones = new Set([...Intl.supportedValuesOf('timeZone').map(zoneName), 'UTC'])
  if (present) zones.add(present)
  return [...zones].sort()
}

/** `Tue 24 Nov 2026`; `–` for what is no time. */
export function formatDate(instant: InstantLike, zone: string): string {
  const p = partsOf(instant, zone)
  if (!p?.weekday || !p.month || !p.year) return '–'
  return t('format.date', { weekday: p.weekday, day: Number(p.day), month: p.month, year: p.year })
}

/** A day of the calendar, `2026-01-01`, as `1 Jan 2026`. */
export function formatDay(day: string): string {
  const p = partsOf(`${day}T12:00:00Z`, 'UTC')
  if (!p?.month || !p.year) return '–'
  return t('format.day', { day: Number(p.day), month: p.month, year: p.year })
}

/** `24 Nov`: a label on an axis that has no room for the year. */
export function formatDayOfYear(instant: InstantLike, zone: string): string {
  const p = partsOf(instant, zone)
  return p?.month ? t('format.dayOfYear', { day: Number(p.day), month: p.month }) : '–'
}

/** The name of a day of the week, 1 is Monday. */
export const weekdayName = (weekday: number, width: 'short' | 'long' = 'long'): string =>
  // 1 January 2024 was a Monday.
  dateFormat(currentLocale(), { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

/** `March 2026`, of any of its days: `2026-03-14`. */
export function formatMonth(day: string): string {
  const locale = currentLanguage() === testLanguage ? 'en' : currentLocale()
  return dateFormat(locale, {
    month: 'long',
    year: 'numeric',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))
}

/** `09:00`; with `seconds` `09:00:05`; with `milliseconds` `09:00:05.918`. */
export function formatTime(
  instant: InstantLike,
  zone: string,
  detail: 'minutes' | 'seconds' | 'milliseconds' = 'minutes',
): string {
  const p = partsOf(instant, zone)
  if (!p) return '–'
  const minutes = `${p.hour}:${p.minute}`
  if (detail === 'minutes') return minutes
  return detail === 'seconds' ? `${minutes}:${p.second}` : `${minutes}:${p.second}.${p.fractionalSecond}`
}

/** `Tue 24 Nov 2026, 09:00`: for a table whose header names the zone. */
export function formatDateTime(instant: InstantLike, zone: string, detail?: 'minutes' | 'seconds'): string {
  const date = formatDate(instant, zone)
  return date === '–' ? date : `${date}, ${formatTime(instant, zone, detail)}`
}

/** `Tue 24 Nov 2026, 09:00 (Asia/Kolkata)`: a time that stands alone. */
export function formatMoment(instant: InstantLike, zone: string, detail?: 'minutes' | 'seconds'): string {
  const text = formatDateTime(instant, zone, detail)
  return text === '–' ? text : `${text} (${zone})`
}

/** The time alone on the day of `now`, else with its date: `14:02:10`, `Sat 21 Nov 2026, 17:53`. Name the zone beside it. */
export function formatNear(
  instant: InstantLike,
  zone: string,
  now: Date,
  detail?: 'minutes' | 'seconds',
): string {
  return formatDate(instant, zone) === formatDate(now, zone)
    ? formatTime(instant, zone, detail)
    : formatDateTime(instant, zone, detail)
}

/**
 * As short as a line of a list needs: `14:02` today, `Sat 17:53` in the week before, `8 Nov` in the same year, else
 * `8 Nov 2025`. Give the moment in full where it is pointed at.
 */
export function formatShort(instant: InstantLike, zone: string, now: Date): string {
  const p = partsOf(instant, zone)
  const [day, today] = [wallClock(instant, zone)?.date, wallClock(now, zone)?.date]
  if (!p?.weekday || !p.month || !p.year || !day || !today) return '–'
  const daysAgo = (Date.parse(today) - Date.parse(day)) / 86_400_000
  if (daysAgo === 0) return formatTime(instant, zone)
  if (daysAgo > 0 && daysAgo < 7) return `${p.weekday} ${formatTime(instant, zone)}`
  const words = { day: Number(p.day), month: p.month }
  if (day.slice(0, 4) === today.slice(0, 4)) return t('format.dayOfYear', words)
  return t('format.day', { ...words, year: p.year })
}

/** A length of time in its two largest units: `6 s`, `5 min 59 s`, `2 h 5 min`, `3 days 4 h`. */
export function formatDuration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds))
  if (total < 60) return t('format.duration.seconds', { count: total })
  const [days, hours, minutes, rest] = [
    Math.floor(total / 86_400),
    Math.floor((total % 86_400) / 3_600),
    Math.floor((total % 3_600) / 60),
    total % 60,
  ]
  if (days > 0) return t('format.duration.days', { days, hours })
  if (hours > 0) return t('format.duration.hours', { hours, minutes })
  return t('format.duration.minutes', { minutes, seconds: rest })
}

/** How long ago, within the hour (`2 s ago`, `14 min ago`); after that the time itself. */
export function formatAgo(instant: InstantLike, zone: string, now: Date): string {
  const seconds = (now.getTime() - new Date(instant).getTime()) / 1_000
  if (Number.isNaN(seconds)) return '–'
  if (seconds < 1) return t('format.ago.now')
  if (seconds < 60) return t('format.ago.seconds', { count: Math.floor(seconds) })
  if (seconds < 3_600) return t('format.ago.minutes', { count: Math.floor(seconds / 60) })
  return formatMoment(instant, zone)
}

/** How far ahead, in one unit: `in 40 s`, `in 6 minutes`, `in 3 hours`, `in 4 days`; `now` for what has passed. */
export function formatAhead(instant: InstantLike, now: Date): string {
  // Upwards: what is still ahead is never now.
  const seconds = Math.ceil((new Date(instant).getTime() - now.getTime()) / 1_000)
  if (Number.isNaN(seconds)) return '–'
  if (seconds <= 0) return t('format.ahead.now')
  if (seconds < 60) return t('format.ahead.seconds', { count: seconds })
  if (seconds < 3_600) return t('format.ahead.minutes', { count: Math.round(seconds / 60) })
  if (seconds < 86_400) return t('format.ahead.hours', { count: Math.round(seconds / 3_600) })
  return t('format.ahead.days', { count: Math.round(seconds / 86_400) })
}

/**
 * The instant at which a clock in `zone` shows this date (`2026-11-24`) and time (`09:00`), as ISO 8601 with the
 * zone's offset. A time that the clock skips (spring) is read with the offset before the jump; one that it shows
 * twice (autumn) is the first.
 */
export function instantOf(date: string, time: string, zone: string): string | null {
  const wall = Date.parse(`${date}T${time.length === 5 ? `${time}:00` : time}Z`)
  if (Number.isNaN(wall)) return null
  const before = offsetMinutes(new Date(wall - 86_400_000), zone)
  const after = offsetMinutes(new Date(wall + 86_400_000), zone)
  const fits = (offset: number) => offsetMinutes(new Date(wall - offset * 60_000), zone) === offset
  const offset = fits(before) ? before : fits(after) ? after : before
  const sign = offset < 0 ? '-' : '+'
  const size = Math.abs(offset)
  const two = (n: number) => String(n).padStart(2, '0')
  const clock = new Date(wall).toISOString().slice(0, 19)
  return `${clock}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** What to add to UTC, in minutes, at this instant in this zone. */
function offsetMinutes(instant: Date, zone: string): number {
  const name = dateFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find((part) => part.type === 'timeZoneName')?.value
  const match = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '')
  if (!match) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
}

/** The date and the time that a clock in `zone` shows, for date and time inputs: `{ date: '2026-11-24', time: '09:00' }`. */
export function wallClock(instant: InstantLike, zone: string): { date: string; time: string } | null {
  const p = partsOf(instant, zone, '2-digit')
  if (!p) return null
  return { date: `${p.year}-${p.month}-${p.day}`, time: `${p.hour}:${p.minute}` }
}
