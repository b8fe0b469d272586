import { type RawBuilder, sql } from 'kysely'
import { ofBusiness } from '../by-whole-key.ts'

/** @returns the condition that a row is of this business, for lookups by a whole key; of each table that is read. */
export function isOfBusiness(businessId: number, table?: string): RawBuilder<boolean> {
  return sql<boolean>`${column(table)} = ${ofBusiness(businessId)} and ${onNodeOf(businessId, table)}`
}

/**
 * Tells a cluster which node has the rows. As another type it is in no index and no statistics: the planner on one server
 * takes it for a filter alone.
 */
export function onNodeOf(businessId: number, table?: string): RawBuilder<boolean> {
  return sql<boolean>`${column(table)} = ${businessId}::float8`
}

const column = (table?: string) => sql.ref(table ? `${table}.business_id` : 'business_id')
