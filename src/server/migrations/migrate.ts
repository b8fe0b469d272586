import { readdir } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/**
 * Brings the database up to date, forward only, under a lock: processes that start together take turns.
 * @param only as far as a backup was; all by default.
 */
export async function migrate(db: Kysely<unknown>, only?: readonly string[]): Promise<void> {
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
        for (const file of files)
          found[file.replace('.ts', '')] = (await import(new URL(file, import.meta.url).href)) as Migration
        return found
      },
    },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
