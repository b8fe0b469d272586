import { type RawBuilder, sql } from 'kysely'
import { ofBusiness, onNodeOf } from '../by-whole-key.ts'

/** 8,192 ids of one business are a block. The triggers that mark blocks divide by the same. */
const blockBits = 13

/** The ids of a block: from `first`, and before `end`. */
export const rangeOfBlock = (block: number) => ({
  first: block * 2 ** blockBits,
  end: (block + 1) * 2 ** blockBits,
})

export type Tallied = {
  businessId: number
  kind: 'messages' | 'leads'
  /** The table of the kept counts. */
  kept: string
  columns: RawBuilder<unknown>
  /** Counts rows of a business that a condition on `id` chooses, in these columns. */
  counted: (businessId: RawBuilder<unknown>, where: RawBuilder<unknown>) => RawBuilder<unknown>
}

/**
 * Counts of all rows of a business, as a row source: kept ones, and those of marked blocks from their rows. One
 * statement sees rows, marks and kept counts of one instant.
 */
export function talliesNow({ businessId, kind, kept, columns, counted }: Tallied): RawBuilder<unknown> {
  const onNode = onNodeOf(businessId)
  const marked = sql`(
    select distinct block from analytics_marks
    where business_id = ${ofBusiness(businessId)} and ${onNode} and kind = ${kind} and not tallied)`
  const inBlock = sql`${onNode} and id >= m.block << ${sql.lit(blockBits)} and id < (m.block + 1) << ${sql.lit(blockBits)}`
  return sql`(
    select ${columns} from ${sql.table(kept)}
    where business_id = ${ofBusiness(businessId)} and ${onNode} and block <> all(array${marked})
    union all
    select ${columns} from ${marked} m
    cross join lateral (${counted(ofBusiness(businessId), inBlock)} offset 0) c)`
}
