import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { type Bench, openBench } from './open-bench.ts'

/**
 * Opens a bench that was filled once: a folder that is named is kept, and the next run on it measures at once.
 * Migrations since then are made up for.
 */
export async function openFilled(
  folder: string | undefined,
  fill: (bench: Bench) => Promise<void>,
): Promise<Bench> {
  const bench = await openBench({ folder })
  const mark = folder && join(folder, 'filled')
  try {
    if (!mark || !existsSync(mark)) {
      await fill(bench)
      if (mark) await writeFile(mark, '')
    }
    return bench
  } catch (error) {
    await bench.close()
    throw error
  }
}

/**
 * Writes many rows of these tables: their indexes are made after it, and neither triggers nor foreign keys are asked.
 * Key constraints stay.
 */
export async function fillQuickly(
  app: App,
  tables: readonly string[],
  write: (app: App) => Promise<void>,
): Promise<void> {
  await app.transaction(async (tx) => {
    const { db } = tx
    await sql`set local statement_timeout = 0`.execute(db)
    await sql`set local synchronous_commit = off`.execute(db)
    await sql`set local maintenance_work_mem = '1GB'`.execute(db)
    await sql`set local work_mem = '256MB'`.execute(db)
    const { rows: indexes } = await sql<{ name: string; definition: string }>`
      select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = any(${[...tables]}::regclass[])
        and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db)
    for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(db)
    await sql`set local session_replication_role = replica`.execute(db)
    await write(tx)
    await sql`set local session_replication_role = origin`.execute(db)
    for (const { definition } of indexes) await sql.raw(definition).execute(db)
  })
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(app.db)
}
