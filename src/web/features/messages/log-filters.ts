import { MessageStatus } from '#contract/messages.ts'
import type { TimeOrder } from '#contract/values.ts'
import { useTableAddress } from '#web/components/tables/table-address.ts'
import { instantOf, wallClock } from '#web/format/time.ts'
import { t } from '#web/messages/t.ts'

const dayKinds = ['', 'today', 'yesterday', 'week', 'month', 'custom'] as const
export type Days = (typeof dayKinds)[number]

export const dayChoices = (): readonly { value: Days; name: string }[] =>
  dayKinds.map((days) => ({ value: days, name: t('messages.filters.days', { days: days || 'any' }) }))

/** Days back to the first, and from the day after the last; a clock of the business's zone says where a day begins. */
const spans: Record<Exclude<Days, '' | 'custom'>, { first: number; after: number | null }> = {
  today: { first: 0, after: null },
  yesterday: { first: 1, after: 0 },
  week: { first: 6, after: null },
  month: { first: 29, after: null },
}

/** The instants between which a choice of days lies. */
export function rangeOf(days: Days, zone: string, now: Date): { from?: string; to?: string } {
  if (days === '' || days === 'custom') return {}
  const { first, after } = spans[days]
  const from = midnight(first, zone, now)
  const to = after === null ? undefined : midnight(after, zone, now)
  return { ...(from && { from }), ...(to && { to }) }
}

/** Whole days, both included, by the clock of the business's zone; either may be left open. */
export function rangeOfDates(first: string, last: string, zone: string): { from?: string; to?: string } {
  const from = isDate(first) ? instantOf(first, '00:00', zone) : null
  const to = isDate(last) ? instantOf(nextDay(last), '00:00', zone) : null
  return { ...(from && { from }), ...(to && { to }) }
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T12:00:00Z`))
const nextDay = (date: string): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

function midnight(daysAgo: number, zone: string, now: Date): string | undefined {
  const today = wallClock(now, zone)
  if (!today) return undefined
  const day = new Date(Date.parse(`${today.date}T12:00:00Z`) - daysAgo * 86_400_000)
    .toISOString()
    .slice(0, 10)
  return instantOf(day, '00:00', zone) ?? undefined
}

/** The logs' orders by how the address names them. */
const orders: Partial<Record<string, TimeOrder>> = { '-time': 'newest', time: 'oldest' }

/** Every status, of people who were left out too. */
export const anyStatus = 'any'
const onTheirWay = MessageStatus.options.filter((one) => one !== 'skipped' && one !== 'cancelled')

/** The filters and the order of the logs, kept in the address, and what they mean to the server. */
export function useLogFilters(zone: string) {
  const address = useTableAddress({ sort: { key: 'time', descending: true }, orders })
  const status = MessageStatus.options.find((option) => option === address.filter('status'))
  const days = dayKinds.find((kind) => kind === address.filter('date')) ?? ''
  const campaign = Number(address.filter('campaign')) || undefined
  const codes = readCodes(address.filter('code'))
  const dates = { first: address.filter('from'), last: address.filter('to') }
  // A campaign's own list has everybody; without one, people who were left out would stand before what was sent.
  const showsAll = Boolean(
    campaign || codes || address.filter('reason') || address.filter('status') === anyStatus,
  )
  const query = {
    sort: address.order,
    search: address.search || undefined,
    campaign_id: campaign,
    status: status ? [status] : showsAll ? undefined : onTheirWay,
    error_code: codes,
    reason: address.filter('reason') || undefined,
    ...(days === 'custom' ? rangeOfDates(dates.first, dates.last, zone) : rangeOf(days, zone, new Date())),
  }
  return {
    address,
    status: status ?? (address.filter('status') === anyStatus ? anyStatus : ''),
    days,
    dates,
    campaign,
    codes,
    query,
    any: Boolean(query.search || campaign || status || days || codes || query.reason),
    clear: () => address.clear(['campaign', 'status', 'date', 'from', 'to', 'code', 'reason', 'message']),
  }
}

/** `131026,131049,none`: the provider's numbers of one cause; `none` for failures without a number. */
export function readCodes(text: string): (number | 'none')[] | undefined {
  const codes = text.split(',').flatMap((code): (number | 'none')[] => {
    if (code === 'none') return ['none']
    return /^\d{1,9}$/.test(code) ? [Number(code)] : []
  })
  return codes.length ? codes : undefined
}

export type LogFilters = ReturnType<typeof useLogFilters>
