// Runs a command of the terminal on an install: beside a running one, or without it.
import { join } from 'node:path'
import { ZodError } from 'zod'
import type { App } from '#server/app.ts'
import { compose } from '#server/compose.ts'
import { readConfig } from '#server/config.ts'
import { rolesOf } from '#server/platform/embedded/roles.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { AppError, StartError } from '#server/platform/errors.ts'
import { createLog } from '#server/platform/log.ts'
import { createMailer } from '#server/platform/mail.ts'

/** SQLSTATE of a table that is not there, and of a column. */
const undefinedTable = '42P01'
const undefinedColumn = '42703'

async function open(run: (app: App) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataDir, 'postgres'))
  const roles = postgres && rolesOf(postgres)
  const { app, close } = await compose({
    databaseUrl: config.databaseUrl ?? roles?.productUrl ?? '',
    directUrl: config.databaseDirectUrl,
    queueIsInstalled:
      !config.databaseUrl || (config.databaseOwnerUrl ?? config.databaseDirectUrl) !== undefined,
    log: createLog('error'),
    role: 'web',
    command: true,
    encryptionKey: config.encryptionKey,
    otherEncryptionKeys: config.otherEncryptionKeys,
    firstEncryptionKey: config.firstEncryptionKey,
    graphUrl: config.meta.graphUrl,
    mail: config.smtp && createMailer(config.smtp.url, config.smtp.from),
    settings: {
      ...config,
      meta: { ...config.meta, appId: config.meta.appId ?? '', appSecret: config.meta.appSecret ?? '' },
    },
  })
  try {
    await run(app)
  } finally {
    await close()
    // A server that another process uses keeps running.
    if (postgres && !postgres.wasRunning) await postgres.stop()
  }
}

function sentenceOf(error: unknown, usage: string): string {
  if (error instanceof ZodError) return `${error.issues.map(({ message }) => message).join('\n')}\n${usage}`
  const { code } = error as { code?: unknown }
  if (code === undefinedTable)
    return 'There is no Tidings on this database yet. Run `npm start` first, or set DATA_DIR or DATABASE_URL as it has them.'
  if (code === undefinedColumn)
    return 'This database is of an older version. Run `npm start` first: it brings it up to date.'
  return error instanceof StartError || error instanceof AppError ? error.message : String(error)
}

/** Opens the install, runs, closes; a fault is one sentence and the end with 1. */
export function runBeside<Given>(
  readArguments: () => Given,
  run: (app: App, given: Given) => Promise<void>,
  usage: string,
): void {
  const work = async (): Promise<void> => {
    const given = readArguments()
    await open((app) => run(app, given))
  }
  work().catch((error: unknown) => {
    process.stderr.write(`${sentenceOf(error, usage)}\n`)
    process.exit(1)
  })
}
