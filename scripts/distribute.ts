// `npm run distribute -- --trial`: gives the tables to the nodes of a Citus cluster. See docs/scale.md.
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import { distribute } from '#server/platform/citus/distribute.ts'
import { StartError } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { prepareDatabase, prepareQueue } from '#server/prepare-database.ts'

try {
  if (process.argv[2] !== '--trial')
    throw new StartError(
      'Tidings does not work on Citus yet (docs/scale.md). To try it with a database that may be lost: npm run distribute -- --trial',
    )
  const config = readConfig(process.env)
  if (!config.databaseUrl) throw new StartError('Set DATABASE_URL to the coordinator of a Citus cluster.')
  const url = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl
  const log = createLog('error')
  await prepareDatabase(url, log)
  await prepareQueue(url, log)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query(`select from pg_extension where extname = 'citus'`)
    if (rows.length === 0)
      throw new StartError(
        'This PostgreSQL has no Citus. Install it, then run `create extension citus` on every node.',
      )
    await client.query('begin')
    const { distributed, reference, local } = await distribute(client)
    await client.query('commit')
    process.stdout.write(
      `${distributed.length} tables by business, ${reference.length} on every node, ${local.length} where they were\n`,
    )
  } finally {
    await client.end()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
