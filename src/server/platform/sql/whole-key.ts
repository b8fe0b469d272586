import { type RawBuilder, sql } from 'kysely'
import { ofBusiness } from '../by-whole-key.ts'

/** @returns the condition that a row is of this business, for lookups by a whole key; of each table that is read. */
export function isOfBusiness(businessId: number, table?: string): RawBuilder<boolean> {
  return sql<boolean>`${column(table)} = ${ofBusiness(businessId)} and ${onNodeOf(businessId, table)}`
}

/** A cluster finds the node of the rows by it. It is of a type without index and statistics: a filter only. */
export function onNodeOf(businessId: number, table?: string): RawBuilder<boolean> {
  return sql<boolean>`${column(table)} = ${businessId}::float8`
}

const column = (table?: string) => sql.ref(table ? `${table}.business_id` : 'business_id')
