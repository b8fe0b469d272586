import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { prepareDatabase, prepareQueue } from '#server/prepare-database.ts'
import { oneOfEachShape, refusedOf, releaseFile, writtenRelease } from '#test/upgrade/statements.ts'

// `npm run record-statements`: with each release, what this version asks of the database while its tests run. The next version's migrations have to leave it working (docs/decisions/0110-old-code-on-new-tables.md).
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'tidings-record-'))
const log = createLog('error')
try {
  const given = process.argv[2]
  const recorded = given ?? folder
  if (!given) recordTests()
  const texts = readdirSync(recorded)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(recorded, name), 'utf8').trimEnd().split('\n'))
  const all = oneOfEachShape(texts.map((line) => JSON.parse(line) as string))
  const server = await startEmbeddedPostgres(join(folder, 'postgres'), { throwaway: true })
  const client = new pg.Client({ connectionString: server.url('postgres') })
  try {
    await prepareDatabase(server.url('postgres'), log)
    await prepareQueue(server.url('postgres'), log)
    await client.connect()
    await client.query('begin')
    const refused = await refusedOf(client, all)
    for (const one of refused) process.stdout.write(`left out, ${one.slice(0, 300)}\n`)
    await client.query('rollback')
    const statements = all.filter((one) => !refused.some((fault) => fault.endsWith(`: ${one}`)))
    const { rows } = await client.query<{ version: number }>('select version from pgboss.version')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    const lastMigration = readdirSync(join(root, 'src/server/migrations'))
      .filter((name) => /^\d{4}-/.test(name))
      .sort()
      .at(-1)!
      .slice(0, 4)
    writeFileSync(
      releaseFile,
      writtenRelease({ version, lastMigration, queue: rows[0]!.version, statements }),
    )
    process.stdout.write(`${statements.length} statements of ${version}\n`)
  } finally {
    await client.end()
    await server.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** A test that fails has asked what it asked, too. */
function recordTests(): void {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const hook = join(root, 'test/upgrade/record.mjs')
  spawnSync(process.execPath, [vitest, 'run', 'src/server'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, RECORD_STATEMENTS: folder, NODE_OPTIONS: `--import ${hook}` },
  })
}
