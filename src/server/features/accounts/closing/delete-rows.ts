import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { onNodeOf } from '#server/platform/by-whole-key.ts'

/** So many rows go in one transaction: other work waits for none of them long. */
const batchRows = 2_000
/** SQLSTATE of a row that another still refers to: work that was under way added one. */
const stillReferred = '23503'
const mostRounds = 5

/**
 * `key`: the column that tells its rows apart, where it lies in several tables; null: the row's place does.
 * `order`: its primary key, so that a table that lies on several servers loses the same rows on each.
 */
type Table = { name: string; key: string | null; order: string[]; refers: string[] }

/**
 * Deletes every row of a business, table by table, those that refer to others first. What tables there are is read
 * from the database, so a new one cannot be forgotten.
 * @returns whether nothing is left.
 */
export async function deleteRows(app: App, businessId: number, signal?: AbortSignal): Promise<boolean> {
  const tables = childrenFirst(await tablesOf(app))
  for (let round = 0; round < mostRounds; round += 1) {
    let isClean = true
    for (const table of tables) {
      try {
        while ((await deleteBatch(app, businessId, table)) === batchRows) if (signal?.aborted) return false
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
    select c.relname as name, case c.relkind when 'p' then k.names[1] end as key, coalesce(k.names, '{}') as order,
      coalesce(array_agg(distinct r.relname::text) filter (where r.relname is not null), '{}') as refers
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'business_id' and not a.attisdropped
    left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
    left join pg_class r on r.oid = f.confrelid
    left join lateral (
      select array_agg(n.attname::text order by o.nr) as names
      from pg_index i cross join unnest(i.indkey) with ordinality o (attnum, nr)
      join pg_attribute n on n.attrelid = c.oid and n.attnum = o.attnum
      where i.indrelid = c.oid and i.indisprimary) k on true
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'business_deletions'
    group by c.relname, c.relkind, k.names`.execute(app.db)
  return [...rows, { name: 'businesses', key: null, order: ['id'], refers: [] }]
}

function childrenFirst(tables: readonly Table[]): Table[] {
  const left = new Map(tables.map((table) => [table.name, table]))
  const order: Table[] = []
  while (left.size > 0) {
    const referredTo = new Set([...left.values()].flatMap(({ refers }) => refers))
    const free = [...left.keys()].filter((name) => !referredTo.has(name))
    // A circle: its tables in any order, and again in the next round.
    for (const name of free.length > 0 ? free : [...left.keys()]) {
      order.push(left.get(name)!)
      left.delete(name)
    }
  }
  return order
}

/** One batch and its count, in one transaction. */
async function deleteBatch(app: App, businessId: number, { name, key, order }: Table): Promise<number> {
  const table = sql.table(name)
  const place = sql.ref(key ?? 'ctid')
  const column = name === 'businesses' ? 'id' : 'business_id'
  const onNode = key === null ? sql`${onNodeOf(businessId, column)} and` : sql``
  const inOrder =
    key === null && order.length > 0 ? sql`order by ${sql.join(order.map((one) => sql.ref(one)))}` : sql``
  const id = sql.ref(column)
  return await app.transaction(async (tx) => {
    // Rows that are never changed go by this word alone.
    if (key === null) await sql`set local tidings.erasing = 'on'`.execute(tx.db)
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ${onNode} ${place} = any(array(
        select ${place} from ${table} where ${id} = ${businessId} ${inOrder} limit ${batchRows}))`.execute(
      tx.db,
    )
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
