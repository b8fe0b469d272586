import { readdir } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { validateChecks } from './checks.ts'
import { buildIndexes } from './indexes.ts'

const read = async (file: string): Promise<Migration> => await import(new URL(file, import.meta.url).href)

/**
 * Brings the database up to date, forward only, under a lock: processes that start together take turns.
 * @param only as far as a backup was; all by default.
 */
export async function migrate(db: Kysely<unknown>, only?: readonly string[]): Promise<void> {
  // An index of millions of rows takes longer than a person's statement may.
  await sql`set statement_timeout = 0`.execute(db)
  // A cluster changes tables on its nodes one after the other; elsewhere it says nothing.
  await sql`set citus.multi_shard_modify_mode = 'sequential'`.execute(db)
  await validateChecks(db)
  const migrator = new Migrator({
    db,
    allowUnorderedMigrations: true,
    provider: {
      async getMigrations() {
        const files = (await readdir(import.meta.dirname))
          .filter((name) => /^\d{4}-.*\.ts$/.test(name))
          .filter((name) => !only || only.includes(name.replace('.ts', '')))
          .sort()
        const found: Record<string, Migration> = {}
        // Loaded when its turn comes: most starts have none to run.
        for (const file of files)
          found[file.replace('.ts', '')] = { up: async (db) => await (await read(file)).up(db) }
        return found
      },
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  if (only) return
  await buildIndexes(db)
  // Also where a backup's tables are of weeks ago.
  await sql`select make_webhook_weeks()`.execute(db)
}
