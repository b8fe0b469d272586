import { type RawBuilder, sql } from 'kysely'

/**
 * A business's id for lookups by a whole key (`lateral … offset 0`). A constant missing from the statistics is
 * estimated as one row, and the planner takes any index that begins with it; a subquery is an average one.
 */
export function ofBusiness(businessId: number): RawBuilder<number> {
  return sql<number>`(select ${businessId}::bigint)`
}
