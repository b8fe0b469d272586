// `npm run distribute`: gives the tables to the nodes of a Citus cluster, and later what is new. See docs/scale.md.
import { readConfig } from '#server/config.ts'
import { prepareBackend } from '#server/platform/citus/backend.ts'
import { StartError } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { prepareDatabase, prepareQueue } from '#server/prepare-database.ts'

try {
  const config = readConfig(process.env)
  const url = config.databaseOwnerUrl ?? config.databaseDirectUrl ?? config.databaseUrl
  if (!url || config.databaseBackend !== 'citus')
    throw new StartError(
      'Set DATABASE_URL to the coordinator of a Citus cluster, and DATABASE_BACKEND to citus; for every process of Tidings too.',
    )
  const log = createLog('error')
  await prepareDatabase(url, log)
  await prepareQueue(url, log)
  const done = await prepareBackend(url, config.databaseBackend, log)
  const { distributed = [], reference = [], local = [] } = done ?? {}
  process.stdout.write(
    `${distributed.length} tables by business, ${reference.length} on every node, ${local.length} where they were\n`,
  )
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
