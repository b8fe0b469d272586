import { sql } from 'kysely'
import type { Sequence } from '#contract/growth/sequences.ts'
import type { App } from '#server/app.ts'
import { type Priced, ratesOf } from '#server/features/campaigns/campaigns.ts'
import { addressStartSql, billedCategorySql } from '#server/features/messages/messages.ts'

/** What the messages of a sequence cost so far. WhatsApp tells which it charges for, and not how much. */
export async function readCost(
  app: App,
  businessId: number,
  id: number,
  zone: string,
): Promise<Sequence['cost']> {
  const { rows } = await sql<Priced & { category: string }>`
    select ${billedCategorySql(sql`m.price_category`, sql`c.category`)} as category,
      (select case when start like '+%' then start end from ${addressStartSql(sql`m.recipient_phone`)} start) as prefix,
      (coalesce(m.accepted_at, m.claimed_at) at time zone ${zone})::date::text as day, count(*)::int as count
    from messages m
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id
    where m.business_id = ${businessId} and m.sequence_id = ${id} and m.status in ('delivered', 'read')
      and m.price_type = 'regular'
    group by 1, 2, 3`.execute(app.db)
  if (rows.length === 0) return []
  const rates = await ratesOf(app, businessId)
  const costs = [...Map.groupBy(rows, ({ category }) => category)].map(([category, some]) =>
    rates.costOf(category, some),
  )
  return [...Map.groupBy(costs, ({ currency }) => currency)].map(([currency, all]) => {
    const known = all.flatMap(({ amount }) => amount ?? [])
    return {
      currency,
      amount: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0),
      unpriced: all.reduce((sum, { unpriced }) => sum + unpriced, 0),
    }
  })
}

/** What people paid whose last touch was a message of the sequence; what was paid back is taken off. */
export async function readWorth(app: App, businessId: number, id: number): Promise<Sequence['worth']> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select currency, sum(amount)::float8 as amount from conversions
    where business_id = ${businessId} and sequence_id = ${id} and amount is not null
    group by 1 order by 1`.execute(app.db)
  return rows
}
