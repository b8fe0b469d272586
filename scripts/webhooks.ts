// `npm run webhooks -- list [--state failed] [--field NAME] [--limit N]` and `npm run webhooks -- replay ID`:
// looks at what providers posted, and applies one again, beside a running install or without it.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
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

const options = { state: { type: 'string' }, field: { type: 'string' }, limit: { type: 'string' } } as const

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`)
  }
}

async function run(app: App, { values, positionals }: ReturnType<typeof readArguments>): Promise<void> {
  const [command, id] = positionals
  if (id !== undefined && !/^\d{1,15}$/.test(id)) throw new StartError(`"${id}" is no ID.\n${usage}`)
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
  const given = readArguments()
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
    await run(app, given)
  } finally {
    await close()
    // A server that somebody else runs on is left running.
    if (postgres && !postgres.wasRunning) await postgres.stop()
  }
}

/** SQLSTATE of a table that is not there. */
const undefinedTable = '42P01'

function sentenceOf(error: unknown): string {
  if (error instanceof ZodError) return `${error.issues.map(({ message }) => message).join('\n')}\n${usage}`
  if ((error as { code?: unknown }).code === undefinedTable)
    return 'There is no Tidings on this database yet. Run `npm start` first, or set DATA_DIR or DATABASE_URL as it has them.'
  return error instanceof StartError || error instanceof AppError ? error.message : String(error)
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
})
