import { sql } from 'kysely'
import type { App } from '#server/app.ts'

/** So many rows go in one transaction: other work waits for none of them long. */
const batchRows = 2_000
/** SQLSTATE of a row that another still refers to: work that was under way added one. */
const stillReferred = '23503'
const mostRounds = 5

type Table = { name: string; refers: string[] }

/**
 * Deletes every row of a business, table by table, those that refer to others first. What tables there are is read
 * from the database, so a new one cannot be forgotten.
 * @returns whether nothing is left.
 */
export async function deleteRows(app: App, businessId: number, signal?: AbortSignal): Promise<boolean> {
  const tables = childrenFirst(await tablesOf(app))
  for (let round = 0; round < mostRounds; round += 1) {
    let isClean = true
    for (const name of tables) {
      try {
        while ((await deleteBatch(app, businessId, name)) === batchRows) if (signal?.aborted) return false
      } catch (error) {
        if ((error as { code?: string }).code !== stillReferred) throw error
        isClean = false
      }
      if (signal?.aborted) return false
    }
    if (isClean) return true
  }
  return false
}

async function tablesOf(app: App): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, coalesce(array_agg(distinct r.relname::text) filter (where r.relname is not null), '{}') as refers
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
    left join pg_class r on r.oid = f.confrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'business_deletions'
    group by c.relname`.execute(app.db)
  return [...rows, { name: 'businesses', refers: [] }]
}

function childrenFirst(tables: readonly Table[]): string[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const order: string[] = []
  while (left.size > 0) {
    const referredTo = new Set([...left.values()].flatMap(({ refers }) => refers))
    const free = [...left.keys()].filter((name) => !referredTo.has(name))
    // A circle: its tables in any order, and again in the next round.
    for (const name of free.length > 0 ? free : [...left.keys()]) {
      order.push(name)
      left.delete(name)
    }
  }
  return order
}

/** One batch and its count, in one transaction. */
async function deleteBatch(app: App, businessId: number, name: string): Promise<number> {
  const table = sql.table(name)
  const id = sql.ref(name === 'businesses' ? 'id' : 'business_id')
  return await app.transaction(async (tx) => {
    // Rows that are never changed go by this word alone.
    await sql`set local tidings.erasing = 'on'`.execute(tx.db)
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${id} = ${businessId} limit ${batchRows}))`.execute(tx.db)
    const count = Number(numAffectedRows)
    if (count > 0) {
      await tx.db
        .updateTable('business_deletions')
        .set((row) => ({ rows_deleted: row('rows_deleted', '+', count), progressed_at: tx.now() }))
        .where('business_id', '=', businessId)
        .where('finished_at', 'is', null)
        .execute()
    }
    return count
  })
}
