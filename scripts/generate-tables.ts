import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#server/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'

const root = join(import.meta.dirname, '..')
const header = '// Generated from the migrated database by `npm run generate`. Not edited by hand.\n\n'

/** The TypeScript types of all tables of a migrated database. */
export async function tablesOf(url: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/.bin/kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--url',
      url,
      '--print',
      '--exclude-pattern',
      '{pgboss.*,kysely_*}',
      '--type-mapping',
      '{"int8":"number"}',
    ],
    { env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  const types = stdout.slice(stdout.indexOf('import type'))
  return header + types.replace('export interface DB {', 'export interface Tables {')
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-generate-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'db'), { throwaway: true })
  const { db, close } = openDatabase(postgres.url('postgres'), createLog('error'))
  try {
    await migrate(db)
    await writeFile(join(root, 'src/server/tables.ts'), await tablesOf(postgres.url('postgres')))
  } finally {
    await close()
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}
