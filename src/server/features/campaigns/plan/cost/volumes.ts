import { sql } from 'kysely'
import type { RatedCategory } from '#contract/campaigns/prices.ts'
import type { App } from '#server/app.ts'
import { prefixOf } from '#server/features/leads/leads.ts'
import { marketOf } from './price-list.ts'

/** Messages of a category that were charged for in a market: on that day, and before it in the same month. */
export type Volume = { before: number; thatDay: number }

export type Volumes = {
  /** The days that anything was charged for, in order. */
  days: readonly string[]
  of: (market: string, category: RatedCategory, day: string) => Volume
}

/** WhatsApp counts a month's charged messages of all numbers of a business, by market and category. */
export async function readVolumes(
  app: App,
  businessId: number,
  ratedAs: (category: string) => RatedCategory | undefined,
): Promise<Volumes> {
  const { rows } = await sql<{ day: string; country: string | null; category: string; count: number }>`
    select day::text, country, category, sum(charged)::int as count from (
      select day, country, category, charged from analytics_messages where business_id = ${businessId}
      union all select day, country, category, charged from chat_tallies where business_id = ${businessId}) f
    where charged > 0 group by 1, 2, 3 order by 1`.execute(app.db)
  const months = new Map<string, { day: string; count: number }[]>()
  for (const { day, country, category, count } of rows) {
    const market = marketOf(country === null ? null : prefixOf(country))
    const rated = ratedAs(category)
    if (market === null || !rated) continue
    const key = `${day.slice(0, 7)} ${market} ${rated}`
    months.set(key, [...(months.get(key) ?? []), { day, count }])
  }
  return {
    days: [...new Set(rows.map(({ day }) => day))],
    of: (market, category, day) => {
      const volume = { before: 0, thatDay: 0 }
      for (const one of months.get(`${day.slice(0, 7)} ${market} ${category}`) ?? []) {
        if (one.day < day) volume.before += one.count
        else if (one.day === day) volume.thatDay += one.count
      }
      return volume
    },
  }
}
