import { type RawBuilder, sql } from 'kysely'

/**
 * A time plus an interval of seconds. Worked out in UTC, so that it is the same in every session: a cluster takes nothing
 * else beside the columns that a statement changes.
 */
export const laterSql = (time: RawBuilder<unknown>, by: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`((${time} at time zone 'UTC' + ${by}) at time zone 'UTC')`
