import { type RawBuilder, sql } from 'kysely'
import { placeSql, prefixLength } from '#server/features/leads/leads.ts'
import { billedCategorySql, leftAt } from '#server/features/messages/messages.ts'

/** The columns of `chat_tallies` beside its ids and block. */
export const chatTallyColumns = sql.raw(
  'day, country, category, phone_number_id, delivered, charged, free, free_service',
)

/**
 * Messages of conversations that arrived, by what their price depends on. `free_service`: of the free ones, those that
 * cost nothing as answers in an open service window, and not by an ad. @param where on their `id`
 */
export const countedChats = (businessId: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select day, ${placeSql('country', sql`prefix`)} as country, category, phone_number_id,
    sum(delivered)::int as delivered, sum(charged)::int as charged, sum(free)::int as free,
    sum(free_service)::int as free_service
  from (
    select (${leftAt} at time zone b.timezone)::date as day,
      left(m.recipient_phone, ${sql.lit(prefixLength)}) as prefix,
      ${billedCategorySql(sql`m.price_category`, sql`'SERVICE'::text`)} as category, m.phone_number_id,
      count(*) as delivered, count(*) filter (where m.price_type = 'regular') as charged,
      count(*) filter (where m.price_type like 'free%') as free,
      count(*) filter (where m.price_type = 'free_customer_service') as free_service
    from (select * from messages where business_id = ${businessId} and status in ('delivered', 'read') and ${where}) m
    join message_contents c on c.business_id = m.business_id and c.id = m.content_id and c.fixed @> '{"chat": true}'
    cross join (select timezone from businesses where id = ${businessId}) b
    group by 1, 2, 3, 4
  ) p group by 1, 2, 3, 4`
