import { sql } from 'kysely'
import type { AnalyticsQuery } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import type { Billed } from './figures.ts'
import type { Period } from './period.ts'

/** Service messages of a month for which WhatsApp charges nothing, of all numbers together. */
export const freeAMonth = 1000

export type ChatDay = {
  day: string
  country: string | null
  category: string
  phone_number_id: string
  delivered: number
  charged: number
  free: number
  free_service: number
}

/** Messages of conversations by what their price depends on. Filters of what only campaigns and templates have let none through. */
export async function readChats(
  app: App,
  businessId: number,
  filter: AnalyticsQuery,
  { from, beforeFrom, to }: Period,
): Promise<Billed[]> {
  if ((filter.campaign_id ?? filter.template ?? filter.tag) !== undefined) return []
  // From the first of a month: what is free of it is used up from there.
  const { rows } = await sql<ChatDay>`
    select day::text, country, category, phone_number_id, sum(delivered)::int as delivered,
      sum(charged)::int as charged, sum(free)::int as free, sum(free_service)::int as free_service
    from chat_tallies
    where business_id = ${businessId} and day >= date_trunc('month', ${beforeFrom}::date)::date and day <= ${to}::date
    group by 1, 2, 3, 4 order by 1, 2 nulls last, 4, 3`.execute(app.db)
  return withoutFreeOnes(rows)
    .filter(
      ({ day, country, category, phone_number_id }) =>
        day >= beforeFrom &&
        (filter.country === undefined || country === filter.country) &&
        (filter.category === undefined || category === filter.category) &&
        (filter.phone_number_id === undefined || phone_number_id === filter.phone_number_id),
    )
    .map(({ day, country, category, delivered, charged, free }) => ({
      category,
      country,
      template_name: '',
      day,
      now: day >= from,
      wanted: delivered,
      delivered,
      charged,
      free,
    }))
}

/**
 * Takes the free ones of each month off the service messages that were charged, in the order of their days. Those that
 * WhatsApp itself reports as free answers are some of them.
 * @param days in order, each month from its first day.
 */
export function withoutFreeOnes(days: readonly ChatDay[]): ChatDay[] {
  const reported = new Map<string, number>()
  for (const { day, free_service } of days) {
    const month = day.slice(0, 7)
    reported.set(month, (reported.get(month) ?? 0) + free_service)
  }
  const left = new Map([...reported].map(([month, used]) => [month, Math.max(0, freeAMonth - used)]))
  return days.map((one) => {
    if (one.category !== 'SERVICE') return one
    const month = one.day.slice(0, 7)
    const free = Math.min(one.charged, left.get(month) ?? 0)
    left.set(month, (left.get(month) ?? 0) - free)
    return { ...one, charged: one.charged - free, free: one.free + free }
  })
}
