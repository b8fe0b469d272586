import { sql } from 'kysely'
import type { Analytics } from '#contract/analytics/analytics.ts'
import type { App } from '#server/app.ts'
import { leadTallies } from '#server/features/leads/leads.ts'

/** Whoever could not be reached for so long may have given up the number. */
const longDays = sql.lit('90 days')

/** How many leads can be written to, and how many WhatsApp does not deliver to. */
export async function readList(app: App, businessId: number): Promise<Analytics['list']> {
  const { rows } = await sql<Analytics['list']>`
    select coalesce(sum(count), 0)::int as leads,
      coalesce(sum(count) filter (where consent = 'opted_in' and not is_unreachable), 0)::int as writable,
      coalesce(sum(count) filter (where is_unreachable), 0)::int as undeliverable,
      (select count(*)::int from leads where business_id = ${businessId}
        and unreachable_at <= ${app.now()}::timestamptz - interval ${longDays}) as undeliverable_long
    from (${leadTallies(businessId)}) t`.execute(app.db)
  return rows[0]!
}
