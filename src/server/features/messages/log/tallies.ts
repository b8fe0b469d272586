import { type RawBuilder, sql } from 'kysely'
import { talliesNow } from '#server/platform/sql/id-blocks.ts'

export const messageTallyColumns = sql.raw('day, count')

/** Messages that the provider took, by day. @param where on their `id` */
export const countedTaken = (businessId: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select (coalesce(accepted_at, created_at) at time zone b.timezone)::date as day, count(*)::int as count
  from messages cross join (select timezone from businesses where id = ${businessId}) b
  where business_id = ${businessId} and status in ('sent', 'delivered', 'read') and ${where} group by 1`

/** The same of all messages of a business, of which only those that moved lately are counted from their rows. */
export const takenTallies = (businessId: number): RawBuilder<unknown> =>
  talliesNow({
    businessId,
    kind: 'messages',
    kept: 'message_tallies',
    columns: messageTallyColumns,
    counted: countedTaken,
  })
