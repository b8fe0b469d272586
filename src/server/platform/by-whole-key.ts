import { type RawBuilder, sql } from 'kysely'
import type { ClientBase } from 'pg'

/** A cluster finds the node of a business by the value, which a subquery hides from it. */
let isHidden = true

/** Finds out whether the tables are distributed by business: once in each process and thread, before other statements. */
export async function lookForCluster(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('pg_catalog.pg_dist_partition') is not null as is`,
  )
  isHidden = rows[0]?.is !== true
}

/**
 * A business's id for lookups by a whole key (`lateral … offset 0`). A constant missing from the statistics is
 * estimated as one row, and the planner takes any index that begins with it; a subquery is an average one.
 */
export function ofBusiness(businessId: number): RawBuilder<number> {
  return isHidden ? sql<number>`(select ${businessId}::bigint)` : sql<number>`${businessId}::bigint`
}

/** The same in a statement that is a text. @param parameter of the statement, such as `$1`. */
export const businessAt = (parameter: string): string =>
  isHidden ? `(select ${parameter}::bigint)` : `${parameter}::bigint`

/** @param column `business_id` of a table. @returns the condition that a row is of this business, for lookups by a whole key. */
export function isOfBusiness(businessId: number, column = 'business_id'): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = ${ofBusiness(businessId)}`
}

/**
 * Beside a comparison with another table's business: a cluster finds the node only where each table is compared with the
 * value. On one server it is left out, since it would expect fewer rows.
 */
export function onNodeOf(businessId: number, column = 'business_id'): RawBuilder<boolean> {
  return isHidden ? sql<boolean>`true` : isOfBusiness(businessId, column)
}

/**
 * Whose lock a change of tables takes that every node of a cluster has: its own business's on one server. On a cluster a
 * write locks such a table and those it refers to, for all businesses; in turn none waits for another in a circle.
 */
export const lockHolder = (businessId: number): number => (isHidden ? businessId : 0)

const businessesAtOnce = 4

/**
 * On one server all items are one set. On a cluster each business's are, so that a statement is asked of one node, and
 * a node that is away keeps no other set from being done.
 * @throws what the first set that failed has thrown.
 */
export async function inSetsOfNodes<Item extends { businessId: number }>(
  items: readonly Item[],
  act: (set: readonly Item[]) => Promise<void>,
): Promise<void> {
  if (isHidden) return await act(items)
  const failures: unknown[] = []
  const sets = Map.groupBy(items, ({ businessId }) => businessId).values()
  const takeSets = async (): Promise<void> => {
    for (const set of sets) await act(set).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: businessesAtOnce }, takeSets))
  if (failures.length > 0) throw failures[0]
}
