import { type RawBuilder, sql } from 'kysely'

/**
 * That a row is of a business, beside `ofBusiness`: a Citus cluster reads in it on which node, which a subquery hides.
 * As numbers of another type they are compared by no index, so the plan stays what `ofBusiness` makes it.
 * @param column `business_id` of a table.
 */
export function onNodeOf(businessId: number, column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = ${businessId}::numeric`
}
