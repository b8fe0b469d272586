import { type RawBuilder, sql } from 'kysely'

/** A cluster finds the node of a business by the value, which a subquery hides from it. */
let isHidden = true

/** Once, before the first statement, where the tables are distributed by business. */
export function showBusinessIds(): void {
  isHidden = false
}

/**
 * A business's id for lookups by a whole key (`lateral … offset 0`). A constant missing from the statistics is
 * estimated as one row, and the planner takes any index that begins with it; a subquery is an average one.
 */
export function ofBusiness(businessId: number): RawBuilder<number> {
  return isHidden ? sql<number>`(select ${businessId}::bigint)` : sql<number>`${businessId}::bigint`
}
