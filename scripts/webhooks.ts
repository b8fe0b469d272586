// `npm run webhooks -- list [--state failed] [--field NAME] [--limit N]` and `npm run webhooks -- replay ID`:
// looks at what providers posted, and applies one again, beside a running install or without it.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { webhooks } from '#contract/webhooks.ts'
import type { App } from '#server/app.ts'
import { compose } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { getWebhook, listWebhooks, replayWebhook } from '#server/features/webhooks/webhooks.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { AppError, StartError } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'

const usage = `npm run webhooks -- list [--state waiting|applied|unrecognised|failed] [--field NAME] [--limit N]
npm run webhooks -- show ID
npm run webhooks -- replay ID`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { state: { type: 'string' }, field: { type: 'string' }, limit: { type: 'string' } },
})
const [command, id] = positionals

async function run(app: App): Promise<void> {
  if (command === 'list') {
    const { events } = await listWebhooks(app, 'terminal', webhooks.list.query.parse(values))
    for (const { id, received_at, state, fields, error } of events) {
      process.stdout.write(
        `${id}\t${received_at}\t${state}\t${fields.join(',')}${error ? `\t${error}` : ''}\n`,
      )
    }
  } else if (command === 'show' && id) {
    process.stdout.write(`${(await getWebhook(app, 'terminal', Number(id))).body}\n`)
  } else if (command === 'replay' && id) {
    for (const { event, did } of await replayWebhook(app, 'terminal', Number(id)))
      process.stdout.write(`${event}: ${did}\n`)
  } else {
    throw new StartError(usage)
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog('error')
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataDir, 'postgres'))
  const { app, close } = await compose({
    databaseUrl: config.databaseUrl ?? postgres?.url('postgres') ?? '',
    log,
    role: 'web',
    encryptionKey: config.encryptionKey,
    graphUrl: config.meta.graphUrl,
    settings: {
      ...config,
      meta: { ...config.meta, appId: config.meta.appId ?? '', appSecret: config.meta.appSecret ?? '' },
    },
  })
  try {
    await run(app)
  } finally {
    await close()
    // A server that somebody else runs on is left running.
    if (postgres && !postgres.wasRunning) await postgres.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof StartError || error instanceof AppError ? error.message : String(error)}\n`,
  )
  process.exit(1)
})
