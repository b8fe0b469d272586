import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { App } from '#server/app.ts'
import { migrate } from '#server/migrations/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { mountApiDocs } from '#server/platform/http/api-docs.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLog } from '#server/platform/log.ts'
import { mountRoutes } from '#server/routes.ts'
import { licencesDocument } from './licences.ts'

const root = join(import.meta.dirname, '..')

/** The TypeScript types of all tables of a migrated database: `src/server/tables.ts`. */
export async function tablesOf(databaseUrl: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    join(root, 'node_modules/.bin/kysely-codegen'),
    [
      '--dialect=postgres',
      `--url=${databaseUrl}`,
      '--print',
      '--exclude-pattern={pgboss.*,kysely_*}',
      '--type-mapping={"int8":"number"}',
    ],
    { env: { ...process.env, NODE_NO_WARNINGS: '1' } },
  )
  const types = stdout.slice(stdout.indexOf('import type'))
  return `// Generated from the migrated database by \`npm run generate\`. Not edited by hand.\n\n${types.replace('export interface DB {', 'export interface Tables {')}`
}

type ColumnRow = { table: string; column: string; type: string; required: boolean; standard: string | null }
type IndexRow = { table: string; definition: string }

/** Every table with its columns and indexes, for people: `docs/database.md`. */
export async function databaseDocumentOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const columns = await client.query<ColumnRow>(`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
             a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as standard
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and not c.relispartition
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped and c.relname not like 'kysely%'
      order by c.relname, a.attnum`)
    const indexes = await client.query<IndexRow>(`
      select c.relname as table, pg_get_indexdef(i.oid) as definition
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not like 'kysely%' order by c.relname, i.relname`)
    return databaseDocument(columns.rows, indexes.rows)
  } finally {
    await client.end()
  }
}

function databaseDocument(columns: ColumnRow[], indexes: IndexRow[]): string {
  const lines = [
    '# Tables',
    '',
    'Generated from the migrated database by `npm run generate`. Why a column is there stands in the migration that made it, in `src/server/migrations/`.',
  ]
  for (const [table, own] of Object.entries(Object.groupBy(columns, (column) => column.table))) {
    lines.push('', `## ${table}`, '', '| column | type | |', '|---|---|---|')
    for (const { column, type, required, standard } of own ?? []) {
      const notes = [required ? '' : 'may be null', standard ? `default \`${standard}\`` : '']
        .filter(Boolean)
        .join(', ')
      lines.push(`| ${column} | ${type} | ${notes} |`)
    }
    lines.push('')
    for (const index of indexes.filter((index) => index.table === table)) {
      lines.push(
        `- \`${index.definition.replace(/ ON (ONLY )?public\./, ' ON ').replace(' USING btree', '')}\``,
      )
    }
  }
  return `${lines.join('\n')}\n`
}

/** The OpenAPI document of all routes: `docs/api/openapi.json`. */
export async function openApiDocument(): Promise<string> {
  const http = await createHttp({
    log: createLog('silent'),
    authenticate: () => Promise.reject(new Error('nobody calls')),
    frameOrigins: [],
  })
  await mountApiDocs(http)
  // Routes are only described here, never called: the App is not asked for anything.
  mountRoutes(http, {} as App)
  await http.ready()
  const document = http.swagger()
  await http.close()
  return `${JSON.stringify(document, null, 2)}\n`
}

if (import.meta.main) {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-generate-'))
  const postgres = await startEmbeddedPostgres(join(folder, 'db'), { throwaway: true })
  const url = postgres.url('postgres')
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  try {
    const { db, close } = openDatabase(url, createLog('error'))
    await migrate(db).finally(close)
    await write('src/server/tables.ts', await tablesOf(url))
    await write('docs/database.md', await databaseDocumentOf(url))
    await write('docs/api/openapi.json', await openApiDocument())
    await write('docs/licences.md', licencesDocument())
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
}
