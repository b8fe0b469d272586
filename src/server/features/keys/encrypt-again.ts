import type pg from 'pg'
import type { App } from '#server/app.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { type EncryptedColumn, encryptedColumns } from './encrypted-columns.ts'

/** Rows that change in one statement: few, so that nobody waits for their locks. */
const batch = 100

/** How many stored secrets each key has encrypted, by its id. */
export async function countByKey({
  pool,
}: {
  pool: Pick<pg.ClientBase, 'query'>
}): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, ciphertext, keyId } of encryptedColumns) {
    const { rows } = await pool.query<{ key: string | null; count: number }>(
      `select ${keyId} as key, count(*)::int as count from ${table} where ${ciphertext} is not null group by 1`,
    )
    for (const { key, count } of rows) counts.set(key ?? '', (counts.get(key ?? '') ?? 0) + count)
  }
  return counts
}

export type Encrypted = {
  changed: number
  /** What the right key does not open: the row was changed by other means. */
  unreadable: { table: string; column: string; count: number }[]
}

/**
 * Encrypts again, with the current key, what the keys `from` have encrypted. Each row is readable at every moment and
 * changes on the condition that nobody else changed it; after a kill the next run goes on with what is left.
 */
export async function encryptAgain(
  { pool }: Pick<App, 'pool'>,
  secrets: Secrets,
  from: readonly string[],
): Promise<Encrypted> {
  const done: Encrypted = { changed: 0, unreadable: [] }
  for (const column of encryptedColumns) {
    // A row that somebody writes meanwhile moves: another pass finds it.
    for (;;) {
      const { changed, unreadable, seen } = await pass(pool, secrets, column, from)
      done.changed += changed
      if (seen > changed + unreadable && changed > 0) continue
      if (unreadable > 0)
        done.unreadable.push({ table: column.table, column: column.ciphertext, count: unreadable })
      break
    }
  }
  return done
}

type Found = { place: string; old: Buffer; key: string; of: string[] }

async function pass(
  pool: App['pool'],
  secrets: Secrets,
  column: EncryptedColumn,
  from: readonly string[],
): Promise<{ changed: number; unreadable: number; seen: number }> {
  const { table, ciphertext, keyId, of, context } = column
  const done = { changed: 0, unreadable: 0, seen: 0 }
  let after = '(0,0)'
  for (;;) {
    const { rows } = await pool.query<Found>(
      `select ctid::text as place, ${ciphertext} as old, ${keyId} as key,
         array[${of.map((name) => `${name}::text`).join(', ')}] as of
       from ${table} where ctid > $1::tid and ${keyId} = any($2::text[]) and ${ciphertext} is not null
       order by ctid limit ${batch}`,
      [after, from],
    )
    const last = rows.at(-1)
    if (!last) return done
    after = last.place
    done.seen += rows.length
    const fresh = rows.flatMap(({ place, old, key, of }) => {
      const bound = context(...of)
      try {
        const text = secrets.open({ ciphertext: old, key_id: key }, bound)
        return [{ place, old, fresh: secrets.seal(text, bound).ciphertext }]
      } catch {
        done.unreadable++
        return []
      }
    })
    const { rowCount } = await pool.query(
      `update ${table} set ${ciphertext} = d.fresh, ${keyId} = $4
       from unnest($1::tid[], $2::bytea[], $3::bytea[]) d (place, old, fresh)
       where ${table}.ctid = d.place and ${table}.${ciphertext} = d.old`,
      [fresh.map((d) => d.place), fresh.map((d) => d.old), fresh.map((d) => d.fresh), secrets.keyId],
    )
    done.changed += rowCount ?? 0
  }
}
