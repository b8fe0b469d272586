import { sql } from 'kysely'
import { type AnalyticsQuery, longestHourly } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'

export type Period = {
  from: string
  to: string
  beforeFrom: string
  beforeTo: string
  /** Of the period; the one before it has as many. */
  days: number
  /** Each of its days. */
  dates: readonly string[]
  timezone: string
}

const usualDays = 30

/** The days that are meant, by the business's clock, and as many before them. */
export async function periodOf(
  app: App,
  businessId: number,
  { from, to }: Pick<AnalyticsQuery, 'from' | 'to'>,
): Promise<Period> {
  const { rows } = await sql<{ timezone: string; today: string }>`
    select timezone, (${app.now()}::timestamptz at time zone timezone)::date::text as today
    from businesses where id = ${businessId}`.execute(app.db)
  const { timezone, today } = rows[0]!
  const last = to ?? today
  const first = from ?? dayAfter(last, 1 - usualDays)
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1
  return {
    from: first,
    to: last,
    beforeFrom: dayAfter(first, -days),
    beforeTo: dayAfter(first, -1),
    days,
    dates: Array.from({ length: days }, (_, index) => dayAfter(first, index)),
    timezone,
  }
}

/** Whether time is shown in hours. */
export const isHourly = ({ step }: AnalyticsQuery, { days }: Period): boolean =>
  step === 'hour' ? days <= longestHourly : step === undefined && days <= 2

/** The day so many days after another. */
const dayAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10)
