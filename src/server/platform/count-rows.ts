import { type Expression, type Kysely, sql } from 'kysely'

/** Rows are counted up to here. */
const countedRows = 10_000
/** The longest time, in ms, that a count under a table may take. */
const longestMs = 250

/** `count` rows, or at least so many. */
export type RowCount = { count: number; more: boolean }

/**
 * How many rows a query finds; it stops at 10,000 rows and after a quarter of a second.
 * @param rows the query; its columns do not matter.
 * @param patienceMs how long it may take.
 * @returns null when it was not counted in time.
 */
export async function countRows<Tables>(
  db: Kysely<Tables>,
  rows: Expression<unknown>,
  patienceMs = longestMs,
): Promise<RowCount | null> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(patienceMs)}`.execute(tx)
      const answer = await sql<{ count: number }>`
        select count(*) as count from (select 1 from (${rows}) as found limit ${sql.lit(countedRows + 1)}) as counted`.execute(
        tx,
      )
      const count = Number(answer.rows[0]?.count ?? 0)
      return { count: Math.min(count, countedRows), more: count > countedRows }
    })
  } catch (error) {
    if ((error as { code?: unknown }).code === queryCanceled) return null
    throw error
  }
}

/** SQLSTATE of a statement that ran out of its time. */
const queryCanceled = '57014'
