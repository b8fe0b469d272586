import { type RawBuilder, sql } from 'kysely'

/**
 * An id so that no message up to it was planned at or after `time`: where a look at the oldest messages since then
 * begins. Without it the primary key is read from a business's first message on, millions of rows, as there is no
 * order by time in any index. It halves the ids until it is there, some thirty looks at the primary key.
 */
export function lastIdBefore(businessId: number, time: Date): RawBuilder<number> {
  return sql`(
    with recursive narrowed as (
      select min(id) - 1 as low, max(id) as high from messages where business_id = ${businessId}
      union all
      select
        case when probe.created_at < ${time}::timestamptz - ${longestPlanning}::interval then probe.id else low end,
        case when probe.created_at < ${time}::timestamptz - ${longestPlanning}::interval then high
          else (low + high) / 2 end
      from narrowed
      left join lateral (
        select id, created_at from messages
        where business_id = ${businessId} and id > (low + high) / 2 order by id limit 1
      ) probe on true
      where low < high
    )
    select coalesce(max(low), 0) from narrowed)`
}

/**
 * A row carries the time at which its transaction began and the id of the moment at which it was written; writing a
 * campaign may take a quarter of an hour. Rows older than this by their time are older by their id, too.
 */
export const longestPlanningMs = 3_600_000
const longestPlanning = `${longestPlanningMs} ms`
