import { type RawBuilder, sql } from 'kysely'
import type { MarketingCap } from '#contract/values.ts'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'
import { lockOfBusiness } from '#server/platform/sql/business-lock.ts'
import { lastIdBefore } from './log/log-time.ts'

/** What a person got or will get counts; what failed, was left out or cancelled does not. */
const counted = sql`m.status in ('queued', 'sending', 'unknown', 'sent', 'delivered', 'read')`

/** One half of a business's leads: those with even ids, or with odd ones. */
export type Half = 0 | 1

/** Whether a row that may have no lead any more belongs to this half. */
export const isOfHalfSql = (leadId: RawBuilder<unknown>, half: Half): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${leadId}, 0) % 2 = ${sql.lit(half)}`

/**
 * Held until the transaction ends by whoever plans marketing for people that have a limit: two plans at the same time
 * would each see room for one more. Plans for different halves do not meet. The lock of the erasures, where it is
 * needed too, is taken first.
 */
export async function lockMarketing(tx: App, businessId: number, half?: Half): Promise<void> {
  // Both are always taken in this order.
  for (const one of half === undefined ? [0, 1] : [half])
    await lockOfBusiness(tx.db, businessId, `marketing half ${one}`)
}

/** When the person of a row of leads, `l`, may get marketing again; null: now. */
export function capEndSql(
  businessId: number,
  { messages, days }: MarketingCap,
  now: Date,
): RawBuilder<Date | null> {
  const span = sql`${days} * interval '1 day'`
  return sql<Date | null>`(
    select m.created_at + ${span} from messages m
    where m.business_id = l.business_id and ${onNodeOf(businessId, 'm.business_id')}
      and m.recipient_phone = coalesce(l.phone, l.bsuid) collate "C" and m.created_at > ${now}::timestamptz - ${span}
      -- As a join it would look each content up first, and the person's messages once for each.
      and (select c.category from message_contents c
        where c.business_id = m.business_id and ${onNodeOf(businessId, 'c.business_id')} and c.id = m.content_id) = 'MARKETING'
      and ${counted}
    order by m.created_at desc offset ${messages - 1} limit 1)`
}

/** The addresses of everybody who has had so many marketing messages, as a query with the column `address`. */
export function hadEnoughSql(
  businessId: number,
  { messages, days }: MarketingCap,
  now: Date,
): RawBuilder<unknown> {
  const since = new Date(now.getTime() - days * 86_400_000)
  return sql`
    select m.recipient_phone as address from messages m
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id and c.category = 'MARKETING'
    where m.business_id = ${businessId} and m.id > ${lastIdBefore(businessId, since)}
      and m.created_at > ${since}::timestamptz and ${counted}
    group by m.recipient_phone having count(*) >= ${messages}`
}
