import { type RawBuilder, sql } from 'kysely'

/**
 * A business's id for look-ups by a whole key (`lateral … offset 0`). As a constant that the statistics do not know it
 * counts as one row, and any index that begins with it seems as good as the key's; as a subquery it is an average one.
 */
export function ofBusiness(businessId: number): RawBuilder<number> {
  return sql<number>`(select ${businessId}::bigint)`
}
