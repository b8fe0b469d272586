import { sql } from 'kysely'
import type { Analytics, AnalyticsQuery } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import type { Period } from './period.ts'

type State = {
  phone_number_id: string
  name: string
  day: string
  quality_rating: string
  messaging_limit: number | null
  throughput_per_second: number | null
}

type Use = { phone_number_id: string; day: string; sent: number; busiest_hour: number }

/** What the provider said of each number on each day of a period, beside how much was sent from it. */
export async function readNumbers(
  app: App,
  businessId: number,
  { phone_number_id }: AnalyticsQuery,
  period: Period,
): Promise<Analytics['numbers']> {
  const only = sql`(${phone_number_id ?? null}::text is null or phone_number_id = ${phone_number_id ?? null})`
  const [{ rows: states }, { rows: uses }] = await Promise.all([
    // The last state of each day; all days before the period are one.
    sql<State>`
      select distinct on (h.phone_number_id, h.day) h.phone_number_id, n.display_phone_number as name, h.day::text,
        h.quality_rating, h.messaging_limit, h.throughput_per_second
      from (
        select *, greatest((at at time zone ${period.timezone})::date, ${period.from}::date - 1) as day
        from number_health
        where business_id = ${businessId} and ${only}
          and at < ((${period.to}::date + 1)::timestamp at time zone ${period.timezone})
      ) h
      join phone_numbers n on n.business_id = h.business_id and n.phone_number_id = h.phone_number_id
      order by h.phone_number_id, h.day, h.at desc, h.id desc`.execute(app.db),
    sql<Use>`
      select phone_number_id, day::text, sum(sent)::int as sent, max(sent)::int as busiest_hour from (
        select phone_number_id, day, hour, sum(sent) as sent from analytics_messages
        where business_id = ${businessId} and day between ${period.from}::date and ${period.to}::date and ${only}
        group by 1, 2, 3
      ) h group by 1, 2`.execute(app.db),
  ])
  const used = new Map(uses.map((use) => [`${use.phone_number_id} ${use.day}`, use]))
  return [...Map.groupBy(states, (state) => state.phone_number_id)].map(([id, own]) => ({
    phone_number_id: id,
    name: own[0]!.name,
    days: period.dates.map((day) => {
      const state = own.findLast((one) => one.day <= day)
      const use = used.get(`${id} ${day}`)
      return {
        day,
        quality_rating: state?.quality_rating ?? null,
        messaging_limit: state?.messaging_limit ?? null,
        throughput_per_second: state?.throughput_per_second ?? null,
        sent: use?.sent ?? 0,
        busiest_hour: use?.busiest_hour ?? 0,
      }
    }),
  }))
}
